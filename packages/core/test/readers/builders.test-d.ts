import { expectTypeOf, test } from "vitest";
import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  publicPolicy,
  resource,
  type ResourceBinding,
  type ResourceContributor,
  type ResourcePolicy,
  resourcesFor,
  resourceTemplate,
  textPayload,
} from "../../src/index.ts";

interface Caller {
  readonly user: string;
}

const typed = resourcesFor<Caller>();
const fields = { name: "n" };

test("resourcesFor: every callback's context is the one that was named", () => {
  const one = typed.resource({ uri: "a:x", ...fields }, (request) => {
    expectTypeOf(request.context).toEqualTypeOf<Caller>();
    expectTypeOf(request.uri).toBeString();
    expectTypeOf(request.maxBytes).toBeNumber();
    return request.context.user;
  });
  expectTypeOf(one).toEqualTypeOf<ResourceBinding<Caller>>();
  typed.bundle(
    { uri: "a:x", ...fields },
    {
      resolve: (match, scope) => {
        expectTypeOf(scope.context).toEqualTypeOf<Caller>();
        return createReadPlan(createTarget({ uri: match.canonicalUri }));
      },
      read: (_target, scope) => {
        expectTypeOf(scope.context).toEqualTypeOf<Caller>();
        return textPayload("", "text/plain");
      },
    },
  );
});

test("a template types its variables, wherever they appear", () => {
  typed.resourceTemplate(
    {
      uriTemplate: "a:/{project}/{file}",
      ...fields,
      complete: {
        file: (value, scope) => {
          expectTypeOf(value).toBeString();
          expectTypeOf(scope.context).toEqualTypeOf<Caller>();
          return [value];
        },
        // @ts-expect-error -- no variable of the template
        folder: () => [],
      },
    },
    ({ variables, match }) => {
      expectTypeOf(variables).toEqualTypeOf<{ readonly project: string; readonly file: string }>();
      expectTypeOf(match.variables).toEqualTypeOf(variables);
      // @ts-expect-error -- no variable of the template
      return variables.folder;
    },
  );
  bundle(
    { uriTemplate: "a:/{project}", ...fields },
    {
      resolve: (match) => {
        expectTypeOf(match.variables).toEqualTypeOf<{ readonly project: string }>();
        return createReadPlan(createTarget({ uri: match.canonicalUri }));
      },
      read: () => textPayload("", "text/plain"),
    },
  );
});

test("the free builders need no context, and fit every gateway", () => {
  const one = resource({ uri: "a:x", ...fields }, "text");
  const two = resourceTemplate(
    { uriTemplate: "a:/{v}", ...fields },
    ({ variables }) => variables.v,
  );
  expectTypeOf(one).toEqualTypeOf<ResourceBinding>();
  const policy: ResourcePolicy<Caller> = publicPolicy();
  createResourceGateway<Caller>({ policy, bindings: [one, two] });
});

test("a template that no parser takes is a type error", () => {
  // @ts-expect-error -- partial segment
  resourceTemplate({ uriTemplate: "a:/{v}.txt", ...fields }, () => "");
  // @ts-expect-error -- an operator
  typed.resourceTemplate({ uriTemplate: "a:/{+v}", ...fields }, () => "");
  const computed: string = "a:/{v}";
  resourceTemplate({ uriTemplate: computed, ...fields }, ({ variables }) => {
    expectTypeOf(variables).toEqualTypeOf<Readonly<Record<string, string>>>();
    return "";
  });
});

test("contexts are contravariant: a binding that needs more than the host gives does not fit", () => {
  const needy = typed.resource({ uri: "a:x", ...fields }, ({ context }) => context.user);
  // @ts-expect-error -- the gateway's context has no user
  createResourceGateway<{ readonly tenant: string }>({ policy: publicPolicy(), bindings: [needy] });
  createResourceGateway<Caller & { readonly tenant: string }>({
    policy: publicPolicy(),
    bindings: [needy],
  });
  const contributor: ResourceContributor<Caller> = { name: "c", bindings: [needy] };
  expectTypeOf(contributor).not.toExtend<ResourceContributor<{ readonly tenant: string }>>();
  expectTypeOf(contributor).toExtend<ResourceContributor<Caller & { readonly tenant: string }>>();
  const wide: ResourceContributor = {
    name: "c",
    bindings: [resource({ uri: "a:x", ...fields }, "")],
  };
  createResourceGateway<Caller>({ policy: publicPolicy(), contributors: [wide, contributor] });
});

test("a resource has a URI and a size, a template neither", () => {
  resource({ uri: "a:x", ...fields, size: 1 }, "");
  // @ts-expect-error -- a template has no size
  resourceTemplate({ uriTemplate: "a:/{v}", ...fields, size: 1 }, () => "");
  // @ts-expect-error -- a resource has no template
  resource({ uriTemplate: "a:/{v}", ...fields }, "");
  // @ts-expect-error -- a body that is none
  resource({ uri: "a:x", ...fields }, 1);
  // @ts-expect-error -- a function that returns none
  const none = resource({ uri: "a:x", ...fields }, () => 1);
  expectTypeOf(none).toEqualTypeOf<ResourceBinding>();
});
