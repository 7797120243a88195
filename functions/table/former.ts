/** What stands in the place of a name that is erased. */
export const former = { firstName: 'Former', lastName: 'member' }
export const formerName = 'Former member'
