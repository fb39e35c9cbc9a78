// A registry on loopback, for the life of this process: `node serve.mjs <folder>` keeps what is published in the folder
// and prints its address. Who may publish is no question here; what it does not have, it does not fetch.
import { runServer } from "verdaccio";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: serve.mjs <folder>");

const server = /** @type {import("node:http").Server} */ (
  await runServer({
    storage: `${folder}/storage`,
    self_path: folder,
    auth: { htpasswd: { file: `${folder}/htpasswd`, max_users: -1 } },
    uplinks: {},
    packages: { "@org/*": { access: "$all", publish: "$all", unpublish: "$all" } },
    log: { type: "stderr", format: "json", level: "error" },
    web: { enable: false },
  })
);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  console.log(`http://127.0.0.1:${String(address.port)}/`);
});
