/** What a report of players can say of each, in the order of its columns. Headings are those that the import knows again. */
export const reportColumns = {
  firstName: 'First name',
  lastName: 'Last name',
  bornOn: 'Date of birth',
  team: 'Team',
  number: 'Number',
  position: 'Position',
  tags: 'Tags',
  guardianName: 'Guardian 1 name',
  guardianEmail: 'Guardian 1 email',
  guardianPhone: 'Guardian 1 phone',
  otherName: 'Guardian 2 name',
  otherEmail: 'Guardian 2 email',
  otherPhone: 'Guardian 2 phone',
  medical: 'Health',
  id: 'Player',
} as const
export type ReportColumn = keyof typeof reportColumns
export const reportColumnNames = Object.keys(reportColumns) as ReportColumn[]

/** What is asked for where nobody says: who somebody is, where they play, and whom to call. */
export const usualColumns: readonly ReportColumn[] = reportColumnNames.slice(0, reportColumnNames.indexOf('otherName'))

/** What needs a player's grown-ups to be read, and what their details. */
export const isOfGrownUp = (column: string): boolean => column.startsWith('guardian') || column.startsWith('other')

/** A column of what the club asks of its players: the id of the question. */
export const ownColumn = /^[a-z0-9]{1,32}$/

export const reportFormats = ['csv', 'xlsx'] as const
