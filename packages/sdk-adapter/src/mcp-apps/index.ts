export { uiResource, type UiResourceOptions } from "./ui-resource.ts";
export { assertUiLinks, type LinkedTool, toolUiMeta, type ToolUiMeta } from "./tool-link.ts";
export {
  UI_EXTENSION,
  UI_MIME_TYPE,
  type Asked,
  type UiCsp,
  type UiPermissions,
  type UiPresentation,
} from "./ui-meta.ts";
