import { expect, it } from "vitest";
import { connect, jsonOf, serveHttp } from "./clients.ts";
import { recordedExchanges } from "./recorded-answers.ts";
import { scenery, startRecordedForgejo } from "./recorded-forgejo.ts";

it("gives no tree's id where Forgejo gives the commit's own", async () => {
  const sha = scenery.commits.message;
  const { body = "" } =
    recordedExchanges().find(({ path }) => path.includes(`/git/commits/${sha}`)) ?? {};
  expect(JSON.parse(body)).toMatchObject({ sha, commit: { tree: { sha } } });

  await using forgejo = await startRecordedForgejo();
  const served = await serveHttp(new URL(forgejo.url));
  // A client keeps what it read of a commit: each reading has its own.
  const first = await connect(served);
  const commit = await jsonOf(first, `forgejo://repo/paper-mill/almanac/commit/${sha}`);
  expect(commit).toMatchObject({ sha });
  expect(commit).not.toHaveProperty("tree_sha");
  forgejo.fault = ({ path }) =>
    path.includes("/git/commits/")
      ? {
          kind: "answer",
          answer: {
            status: 200,
            headers: { "content-type": "application/json" },
            body: body.replaceAll(/("tree":\{[^}]*"sha":")\w+/gu, `$1${"7".repeat(40)}`),
          },
        }
      : undefined;
  const second = await connect(served);
  const mended = await jsonOf(second, `forgejo://repo/paper-mill/almanac/commit/${sha}`);
  expect(mended).toMatchObject({ sha, tree_sha: "7".repeat(40) });
  await first.close();
  await second.close();
  await served.close();
});
