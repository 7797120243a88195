/** Templates of a stage by the names of their stacks, as CloudFormation takes them. */
export type Templates = Readonly<Record<string, Template>>
export type Template = {
  Resources: Readonly<Record<string, Resource>>
  Outputs?: Readonly<Record<string, { Export?: { Name: unknown } }>>
}
export type Resource = { Type: string; Properties?: Readonly<Record<string, unknown>>; DeletionPolicy?: string }
