import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  resource,
  textPayload,
  unavailable,
  type Observer,
} from "@org/resources-core";
import { fakePolicy } from "@org/resources-testkit";

/** Reads a complete bundle, a partial one, something that is not there, and a list. */
export async function operate(observer: Observer<unknown>): Promise<void> {
  const gateway = createResourceGateway({
    policy: fakePolicy(),
    bindings: [
      resource({ uri: "x://h/fine", name: "fine" }, "text"),
      bundle(
        { uri: "x://h/some", name: "some" },
        {
          resolve: () => {
            const requested = createTarget({ uri: "x://h/some" });
            return createReadPlan(requested, [requested, createTarget({ uri: "x://h/failing" })]);
          },
          read: ({ uri }) => {
            if (uri === "x://h/failing")
              throw Object.assign(new Error("hunter2"), { code: "ECONNRESET" });
            return textPayload("text", "text/plain");
          },
        },
      ),
      resource({ uri: "x://h/gone", name: "gone" }, () => unavailable()),
    ],
    observer,
  });
  for (const uri of ["x://h/fine", "x://h/some", "x://h/gone", "x://h/none"])
    // oxlint-disable-next-line no-await-in-loop -- in order, for the log
    await gateway.read(uri, { context: {} }).catch(() => {});
  await gateway.list({}, { context: {} });
}
