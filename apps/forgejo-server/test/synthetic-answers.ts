import type { RecordedAnswer } from "./recorded-answers.ts";

const JSON_TYPE = { "content-type": "application/json;charset=utf-8" };
const HTML_TYPE = { "content-type": "text/html" };

/** Made up, not recorded: what proxies, overload and faults put in the place of Forgejo's answer. */
export const SYNTHETIC = {
  tooManyWithSeconds: { status: 429, headers: { ...JSON_TYPE, "retry-after": "1" }, body: "" },
  tooManyWithDate: {
    status: 429,
    headers: { "retry-after": "Wed, 01 Jan 2020 00:00:00 GMT" },
    body: "slow down",
  },
  tooManyForAnHour: { status: 429, headers: { "retry-after": "3600" }, body: "" },
  tooManyWithNonsense: { status: 429, headers: { "retry-after": "soon" }, body: "" },
  internal: {
    status: 500,
    headers: JSON_TYPE,
    body: '{"message":"","url":"https://forge.example/api/swagger"}\n',
  },
  badGateway: {
    status: 502,
    headers: HTML_TYPE,
    body: "<html><head><title>502 Bad Gateway</title></head><body>nginx at 10.0.0.7</body></html>",
  },
  unavailable: { status: 503, headers: { "retry-after": "0" }, body: "" },
  unauthorizedEmpty: { status: 401, headers: {}, body: "" },
  forbiddenHtml: { status: 403, headers: HTML_TYPE, body: "<h1>Forbidden</h1>" },
  notFoundEmpty: { status: 404, headers: {}, body: "" },
  gone: { status: 410, headers: {}, body: "" },
  teapot: { status: 418, headers: {}, body: "short and stout" },
  redirectElsewhere: {
    status: 302,
    headers: { location: "http://169.254.169.254/latest/meta-data" },
    body: "",
  },
  okButHtml: { status: 200, headers: HTML_TYPE, body: "<html>Please sign in</html>" },
  okButEmpty: { status: 200, headers: JSON_TYPE, body: "" },
  okButNull: { status: 200, headers: JSON_TYPE, body: "null" },
  okButHalf: { status: 200, headers: JSON_TYPE, body: '{"id":1,"login":"mi' },
  okButOtherShape: { status: 200, headers: JSON_TYPE, body: '{"id":"one","login":7,"data":{}}' },
  okButNotUtf8Claim: {
    status: 200,
    headers: { "content-type": "application/json;charset=utf-16" },
    body: "{}",
  },
  noContent: { status: 204, headers: {}, body: "" },
} as const satisfies Record<string, RecordedAnswer>;
