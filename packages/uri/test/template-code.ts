import { parseResourceTemplate, ResourceTemplateError } from "../src/index.ts";

/** The code with which a template is refused, or `valid`. */
export function templateCode(template: string): string {
  try {
    parseResourceTemplate(template);
    return "valid";
  } catch (error) {
    if (ResourceTemplateError.is(error)) return error.code;
    throw error;
  }
}
