import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  type McpUiHostContext,
} from "@modelcontextprotocol/ext-apps";
import { failureOf, CANCELLED } from "./failure-words.ts";
import { showPage } from "./page.ts";
import { readProject, type Bridge } from "./read-project.ts";
import { projectOfToolResult } from "./tool-answer.ts";

/** The server gives up after 30 seconds by itself; its answer deserves to arrive. */
const TIMEOUT_MS = 45_000;
const SLOW_AFTER_MS = 4000;

const app = new App(
  { name: "assets-server-preview", version: "1" },
  {},
  { autoResize: true, strict: true },
);
const page = showPage(() => void read());

let bridge: Bridge = {};
let project: string | undefined;
let given: unknown;
let current = new AbortController();

async function read(): Promise<void> {
  if (project === undefined) return;
  current.abort();
  const mine = new AbortController();
  current = mine;
  page.reading(project);
  const slow = setTimeout(() => {
    page.slow();
  }, SLOW_AFTER_MS);
  const outcome = await readProject(bridge, project, given, mine.signal);
  clearTimeout(slow);
  if (mine.signal.aborted) return;
  if ("view" in outcome) page.show(outcome.view);
  else page.fail(outcome.failure);
}

/** Another project is another page. */
function open(named: string): void {
  if (named !== project) page.reset();
  project = named;
  void read();
}

function canReach(): boolean {
  return bridge.read !== undefined || bridge.show !== undefined;
}

app.addEventListener("toolinput", ({ arguments: input }) => {
  const named = input?.["project"];
  if (typeof named !== "string") return;
  given = undefined;
  if (canReach()) open(named);
  else {
    project = named;
    page.waitFor(named);
  }
});
app.addEventListener("toolresult", (result) => {
  given = result;
  const named = projectOfToolResult(result) ?? project ?? "";
  // Its input has been read already, and the result is of that very read.
  if (!canReach() || named !== project) open(named);
});
app.addEventListener("toolcancelled", () => {
  current.abort();
  page.fail(CANCELLED);
});
app.addEventListener("hostcontextchanged", dress);
app.onteardown = () => {
  current.abort();
  return {};
};

/** Looks as its host does. */
function dress(context: McpUiHostContext | undefined): void {
  if (context?.theme !== undefined) applyDocumentTheme(context.theme);
  if (context?.styles?.variables !== undefined) applyHostStyleVariables(context.styles.variables);
  const insets = context?.safeAreaInsets;
  if (insets !== undefined) {
    const { top, right, bottom, left } = insets;
    document.body.style.padding = `${top}px ${right}px ${bottom}px ${left}px`;
  }
}

try {
  await app.connect();
  const { serverResources, serverTools } = app.getHostCapabilities() ?? {};
  const options = (signal: AbortSignal): { signal: AbortSignal; timeout: number } => ({
    signal,
    timeout: TIMEOUT_MS,
  });
  bridge = {
    read: serverResources && ((uri, signal) => app.readServerResource({ uri }, options(signal))),
    show:
      serverTools &&
      ((name, signal) =>
        app.callServerTool(
          { name: "show_preview", arguments: { project: name, embed: true } },
          options(signal),
        )),
  };
  page.connected(canReach());
  dress(app.getHostContext());
} catch (error) {
  page.fail(failureOf(error));
}
