/** One case in one process of its own: started by `main.ts`, answers over IPC. */
import { cases } from "./cases/index.ts";
import { fullEffort, measure, quickEffort } from "./measure.ts";

const [id, mode] = process.argv.slice(2);
const subject = cases.find((candidate) => candidate.id === id);
if (subject === undefined || process.send === undefined) {
  throw new Error("run-case.ts is started by main.ts, with the id of a case");
}
process.send(await measure(subject, mode === "quick" ? quickEffort : fullEffort));
process.disconnect();
