/**
 * The teams of the youth club that meet once a week. Some of their players have siblings on other teams; the parents with
 * an account have no players here.
 */
const rosters = {
  'U10 Swans': 'Emil Vogt, Tobi Adeyemi, Hana Sato, Noor El-Amin, Jonah Weiss, Maya Castillo, Ruby Kowalski',
  'U11 Kites': 'Aisha Rahman, Idris Rahman, Anton Petrov, Chloe Dubois, Kofi Mensah, Sofia Lund',
  'U11 Martins': 'Amara Nwosu, Dylan Price, Elsa Bergman, Mateo Castillo, Priya Nair, Yusuf Demir, Wren Halloran',
  'U12 Kingfishers':
    'Bao Nguyen, Caleb Foster, Esther Goldberg, Freya Olsen, Imani Brooks, Kenji Mori, Lucas Silva, Talia Cohen',
  'U13 Beavers':
    'Adrian Kowalski, Bella Romano, Darius Johnson, Fatima Zahra, Gabriel Santos, Simi Adeyemi, Viktor Horvat',
  'U13 Sandpipers': 'Alma Jensen, Camila Reyes, Juno Park, Leila Karimi, Naomi Price, Zuri Kamau',
  'U15 Ospreys': 'Anna Becker, Arjun Mehta, Eli Weiss, Hector Castillo, Linh Nguyen, Marcus Bennett, Rafael Ortiz',
  'U16 Pikes': 'Giulia Marchetti, Isaac Mensah, Jamal Carter, Katya Sorokina, Owen Gallagher, Thandi Dlamini',
  'U19 Cormorants':
    'Daniel Kowalski, Ewa Nowicki, Farid Nazari, Ingrid Olsen, Malik Brooks, Sean Halloran, Valentina Reyes',
} as const

export type TeamMeeting = { isGame: boolean; clock: string; field: string }
export type WeeklyTeam = { name: string; roster: string; meetingOn: (day: string) => TeamMeeting | undefined }

/**
 * Practice in one week, a league game on Saturday in the next; of two teams with the same evening, one practises while
 * the other one plays. No two meetings of the club are at the same place and time.
 */
export const weeklyTeams: WeeklyTeam[] = Object.entries(rosters).map(([name, roster], i) => {
  const pair = Math.floor(i / 2)
  const practice = { isGame: false, clock: '17:30', field: '2' }
  const game = { isGame: true, clock: ['09:00', '11:00', '13:00'][pair % 3] ?? '09:00', field: pair < 3 ? '2' : '3' }
  return {
    name,
    roster,
    meetingOn(day) {
      const { dayOfWeek } = Temporal.PlainDate.from(day)
      if ((weekOf(day) + i) % 2 === 0) return dayOfWeek === 6 ? game : undefined
      return dayOfWeek === pair + 1 ? practice : undefined
    },
  }
})

/** Weeks are counted from a Monday, so that a team meets on the same days whenever the demo is seeded. */
const weekOf = (day: string): number =>
  Math.floor(Temporal.PlainDate.from('2024-01-01').until(day, { largestUnit: 'days' }).days / 7)
