import type { ColumnField } from './columns.ts'
import { whyCannotEmail } from './emails.ts'
import { readDay } from './typedDays.ts'

/** The fields of an imported table of players. */
export const playerFields = [
  'name',
  'firstName',
  'lastName',
  'bornOn',
  'number',
  'position',
  'team',
  'guardianName',
  'guardianLastName',
  'guardianEmail',
  'guardianPhone',
  'otherName',
  'otherLastName',
  'otherEmail',
  'otherPhone',
] as const
export type PlayerField = (typeof playerFields)[number]
/** A column of a table of players: one of these fields, or a club's custom field by its id. */
export type PlayerColumn = PlayerField | `own_${string}`
const ownFieldPrefix = 'own_'
export const ownColumn = (id: string): PlayerColumn => `${ownFieldPrefix}${id}`
/** The custom field of a column; undefined for standard fields. */
export const questionOf = (column: PlayerColumn): string | undefined =>
  column.startsWith(ownFieldPrefix) ? column.slice(ownFieldPrefix.length) : undefined

/** Headings for a guardian's field: `parent 1 e-mail`, `madre correo`. */
const grownUpHeadings = (roles: readonly string[], details: readonly string[]) =>
  roles.flatMap((each) => details.flatMap((detail) => [`${each} ${detail}`, `${detail} ${each}`]))
const first = [
  'parent',
  'parent 1',
  'parent1',
  'guardian',
  'guardian 1',
  'mother',
  'mom',
  'mum',
  'contact',
  'padre 1',
  'madre',
  'tutor',
  'tutor 1',
  'contacto',
  'kontakt',
  'eltern',
  'mutter',
  'mère',
  'responsable',
]
const second = [
  'parent 2',
  'parent2',
  'guardian 2',
  'father',
  'dad',
  'second parent',
  'other parent',
  'padre',
  'tutor 2',
  'contacto 2',
  'vater',
  'père',
]
const names = ['name', 'full name', 'first name', 'nombre', 'vorname', 'nom']
const lastNames = ['last name', 'surname', 'apellido', 'apellidos', 'nachname']
const emails = [
  'email',
  'e-mail',
  'mail',
  'e-mail address',
  'email address',
  'correo',
  'correo electrónico',
  'courriel',
]
const phones = [
  'phone',
  'phone number',
  'mobile',
  'mobile phone',
  'cell',
  'cell phone',
  'home phone',
  'tel',
  'telephone',
  'teléfono',
  'tlf',
  'móvil',
  'celular',
  'telefon',
  'telefonnummer',
  'handy',
  'handynummer',
  'mobil',
  'téléphone',
  'portable',
]

const looksLikeDay = (value: string) =>
  /\d/.test(value) && /[-/. ]|^\d{5}$/.test(value) && readDay(value, 'mdy', 2099) !== undefined
const looksLikeEmail = (value: string) => whyCannotEmail(value) === undefined
const looksLikePhone = (value: string) => /^[+\d][\d\s().-]{6,}$/.test(value) && value.replaceAll(/\D/g, '').length >= 7
const looksLikeName = (value: string) => /^\p{L}[\p{L}\p{M}'’. -]*\s\p{L}[\p{L}\p{M}'’. -]*$/u.test(value)
const looksLikeNumber = (value: string) => /^\d{1,3}$/.test(value)

/** The possible headings of each field, in the languages that clubs use, and what its values look like. */
export const playerColumns: readonly ColumnField<PlayerField>[] = [
  {
    key: 'firstName',
    headings: [
      'first name',
      'given name',
      'forename',
      'first',
      'player first name',
      'nombre',
      'nombres',
      'nombre de pila',
      'vorname',
      'prénom',
      'primeiro nome',
    ],
  },
  {
    key: 'lastName',
    headings: [
      'last name',
      'surname',
      'family name',
      'last',
      'player last name',
      'apellido',
      'apellidos',
      'nachname',
      'familienname',
      'nom',
      'nom de famille',
      'sobrenome',
    ],
  },
  {
    key: 'name',
    headings: [
      'name',
      'player',
      'player name',
      'full name',
      'child',
      'child name',
      'athlete',
      'last name first name',
      'surname first name',
      'name vorname',
      'nachname vorname',
      'vorname nachname',
      'vor- und nachname',
      'nombre del jugador',
      'jugador',
      'jugadora',
      'nombre completo',
      'nombre y apellidos',
      'spieler',
      'joueur',
      'jogador',
    ],
    looksLike: looksLikeName,
  },
  {
    key: 'bornOn',
    headings: [
      'born',
      'born on',
      'dob',
      'd.o.b.',
      'date of birth',
      'birth date',
      'birthdate',
      'birthday',
      'fecha de nacimiento',
      'nacimiento',
      'f. nacimiento',
      'fecha nac',
      'f. nac',
      'geb',
      'geb. datum',
      'geburtsdatum',
      'geburtstag',
      'geboren',
      'date de naissance',
      'data de nascimento',
    ],
    looksLike: looksLikeDay,
  },
  {
    key: 'number',
    headings: [
      '#',
      'no',
      'no.',
      'nr',
      'number',
      'jersey',
      'jersey number',
      'jersey no',
      'jersey #',
      'player #',
      'shirt',
      'shirt number',
      'squad number',
      'squad no',
      'uniform',
      'uniform number',
      'uniform #',
      'dorsal',
      'número',
      'numero',
      'camiseta',
      'nummer',
      'rückennummer',
      'trikotnummer',
      'trikot nr',
      'numéro',
    ],
    looksLike: looksLikeNumber,
  },
  { key: 'position', headings: ['position', 'pos', 'pos.', 'posición', 'demarcación', 'poste'] },
  {
    key: 'team',
    headings: ['team', 'team name', 'squad', 'group', 'division', 'equipo', 'grupo', 'mannschaft', 'équipe', 'equipe'],
  },
  { key: 'guardianEmail', headings: [...emails, ...grownUpHeadings(first, emails)], looksLike: looksLikeEmail },
  { key: 'guardianPhone', headings: [...phones, ...grownUpHeadings(first, phones)], looksLike: looksLikePhone },
  { key: 'guardianName', headings: [...first, ...grownUpHeadings(first, names)] },
  { key: 'guardianLastName', headings: grownUpHeadings(first, lastNames) },
  {
    key: 'otherEmail',
    headings: ['email 2', 'e-mail 2', 'correo 2', ...grownUpHeadings(second, emails)],
    looksLike: looksLikeEmail,
  },
  {
    key: 'otherPhone',
    headings: ['phone 2', 'mobile 2', 'teléfono 2', ...grownUpHeadings(second, phones)],
    looksLike: looksLikePhone,
  },
  { key: 'otherName', headings: [...second, ...grownUpHeadings(second, names)] },
  { key: 'otherLastName', headings: grownUpHeadings(second, lastNames) },
]

/** The same, with the club's custom fields, under their own names. */
export const columnsWithOwnFields = (
  questions: readonly { id: string; name: string }[],
): readonly ColumnField<PlayerColumn>[] => [
  ...playerColumns,
  ...questions.map(({ id, name }) => ({ key: ownColumn(id), headings: [name] })),
]
