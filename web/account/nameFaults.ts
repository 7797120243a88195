import { whyCannotName } from '#shared/rules/names.ts'

export type Names = { firstName: string; lastName: string }
type NameFault = NonNullable<ReturnType<typeof whyCannotName>>

/** What is wrong with each name, as the server would find it; nothing for one that is right. */
export function nameFaults(names: Names): { [Field in keyof Names]?: NameFault } {
  const found = { firstName: whyCannotName(names.firstName), lastName: whyCannotName(names.lastName) }
  return {
    ...(found.firstName && { firstName: found.firstName }),
    ...(found.lastName && { lastName: found.lastName }),
  }
}
