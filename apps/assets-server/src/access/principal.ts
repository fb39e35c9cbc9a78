/** Who asks. `id` is what rights are kept under; `name` is for people. */
export interface Principal {
  readonly id: string;
  readonly name: string;
}
