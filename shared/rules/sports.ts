/** The sports that a team may play, each with what a place of play is called in it. Source: spec, section 3. */
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

/** The same in Spanish. A label is kept in English; whoever shows it says it in their reader's language. */
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

/** A sport as teams and organizations keep it. */
export const sportOf = (name: SportName): { name: string; fieldLabel: string } => ({
  name,
  fieldLabel: fieldLabels[name],
})
