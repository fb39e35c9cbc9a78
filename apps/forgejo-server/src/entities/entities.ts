import { commentEntity } from "./comment.ts";
import { commitEntity } from "./commit.ts";
import type { Entity } from "./entity.ts";
import { issueEntity } from "./issue.ts";
import { ownerEntity } from "./owner.ts";
import { pullEntity } from "./pull.ts";
import { repoEntity } from "./repo.ts";
import { statusEntity } from "./status.ts";

/** Every entity that has an address. */
export const ENTITIES: readonly Entity[] = [
  ownerEntity,
  repoEntity,
  commitEntity,
  statusEntity,
  issueEntity,
  pullEntity,
  commentEntity,
];
