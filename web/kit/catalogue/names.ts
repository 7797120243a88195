const first = ['Mia', 'Danley', 'Roshon', 'Zoë', 'Julián', 'Łukasz', 'Anne-Sophie', 'Ibrahim', 'Bo', 'Maximiliana']
const last = [
  'Moreno',
  'Jean Jacques',
  'van Eijma',
  'Quiñones',
  'O’Brien',
  'Featherstonehaugh-Cholmondeley',
  'Li',
  'Ng',
]
const teams = ['U8 Falcons', 'U10 Falcons', 'U12 Falcons girls, second squad']

/** Generates `count` players, deterministically. */
export const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `${first[index % first.length]} ${last[(index * 7) % last.length]}`,
    number: (index * 13) % 99,
    team: teams[index % teams.length] ?? '',
    due: (index * 1250) % 40_000,
    born: `20${String(10 + (index % 8)).padStart(2, '0')}-0${1 + (index % 9)}-1${index % 10}`,
  }))
