/**
 * The columns of a player report, in order, in English and Spanish. The import recognizes these headings, except columns that it
 * does not accept.
 */
const columns = {
  firstName: ['First name', 'Nombre'],
  lastName: ['Last name', 'Apellidos'],
  bornOn: ['Date of birth', 'Fecha de nacimiento'],
  team: ['Team', 'Equipo'],
  number: ['Number', 'Número'],
  position: ['Position', 'Posición'],
  tags: ['Tags', 'Etiquetas'],
  archivedTeams: ['Archived teams', 'Equipos archivados'],
  guardianName: ['Guardian 1 name', 'Tutor 1 nombre'],
  guardianEmail: ['Guardian 1 email', 'Tutor 1 correo'],
  guardianPhone: ['Guardian 1 phone', 'Tutor 1 teléfono'],
  otherName: ['Guardian 2 name', 'Tutor 2 nombre'],
  otherEmail: ['Guardian 2 email', 'Tutor 2 correo'],
  otherPhone: ['Guardian 2 phone', 'Tutor 2 teléfono'],
  medical: ['Health', 'Salud'],
  id: ['Player', 'Id del jugador'],
} as const
export type ReportColumn = keyof typeof columns
export const reportColumns: Readonly<Record<ReportColumn, readonly [english: string, spanish: string]>> = columns
export const reportColumnNames = Object.keys(reportColumns) as ReportColumn[]

/** The default columns: the player, where they play, and the contacts. */
export const usualColumns: readonly ReportColumn[] = reportColumnNames.slice(0, reportColumnNames.indexOf('otherName'))

/** Whether a column needs the player's guardians to be read. */
export const isOfGrownUp = (column: string): boolean => column.startsWith('guardian') || column.startsWith('other')

/** A custom field's column: the field id. */
export const ownColumn = /^[a-z0-9]{1,32}$/

export const reportFormats = ['csv', 'xlsx'] as const
