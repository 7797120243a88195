/** The sports that a team may play, each with its word for a playing field. Source: spec, section 3. */
const fieldLabels = {
  Baseball: 'Field',
  Basketball: 'Court',
  Football: 'Field',
  Volleyball: 'Court',
  Golf: 'Course',
  LaCrosse: 'Field',
  Soccer: 'Field',
  Softball: 'Field',
  Tennis: 'Court',
  Hockey: 'Rink',
  Rugby: 'Pitch',
  Wrestling: 'Mat',
  Other: 'Field',
} as const

/** The same in Spanish. Labels are stored in English, and shown in the reader's language. */
const inSpanish: Readonly<Record<string, string>> = {
  Field: 'Campo',
  Court: 'Cancha',
  Course: 'Campo',
  Rink: 'Pista',
  Pitch: 'Campo',
  Mat: 'Tapiz',
}
export const fieldLabelIn = (language: 'en' | 'es', label: string): string =>
  language === 'es' ? (inSpanish[label] ?? label) : label

export type SportName = keyof typeof fieldLabels
export const sportNames = Object.keys(fieldLabels) as [SportName, ...SportName[]]

/** A sport, as stored on teams and organizations. */
export const sportOf = (name: SportName): { name: string; fieldLabel: string } => ({
  name,
  fieldLabel: fieldLabels[name],
})
