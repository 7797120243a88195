export type Names = { firstName: string; lastName: string }
export type NameFault = 'required' | 'tooLong'

/** The longest first or last name. */
export const nameLimit = 64

/** What is wrong with each name, as the server would find it; nothing for one that is right. */
export function nameFaults(names: Names): { [Field in keyof Names]?: NameFault } {
  const faultOf = (text: string): NameFault | undefined =>
    text.trim() === '' ? 'required' : text.trim().length > nameLimit ? 'tooLong' : undefined
  const found = { firstName: faultOf(names.firstName), lastName: faultOf(names.lastName) }
  return {
    ...(found.firstName && { firstName: found.firstName }),
    ...(found.lastName && { lastName: found.lastName }),
  }
}
