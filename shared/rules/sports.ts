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

export type SportName = keyof typeof fieldLabels
export const sportNames = Object.keys(fieldLabels) as [SportName, ...SportName[]]

/** A sport as teams and organizations keep it. */
export const sportOf = (name: SportName): { name: string; fieldLabel: string } => ({
  name,
  fieldLabel: fieldLabels[name],
})
