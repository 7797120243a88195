import { describe, expect, it } from 'vitest'
import { guessColumns } from '#shared/rules/columns.ts'
import { columnsWithOwnFields, ownColumn, playerColumns, questionOf } from '#shared/rules/playerColumns.ts'
import { reportColumnNames, reportColumns, type ReportColumn } from '#shared/rules/reportColumns.ts'

const fieldsOf = (...rows: string[][]) => guessColumns(rows, playerColumns).fields

describe('a table of players', () => {
  it.each([
    [
      ['First Name', 'Last Name', 'Date of Birth', 'Jersey', 'Team'],
      ['firstName', 'lastName', 'bornOn', 'number', 'team'],
    ],
    [
      ['Nombre', 'Apellidos', 'Fecha de nacimiento', 'Dorsal', 'Posición', 'Equipo'],
      ['firstName', 'lastName', 'bornOn', 'number', 'position', 'team'],
    ],
    [
      ['Vorname', 'Nachname', 'Geburtsdatum', 'Rückennummer', 'Mannschaft'],
      ['firstName', 'lastName', 'bornOn', 'number', 'team'],
    ],
    [
      ['Prénom', 'Nom', 'Date de naissance', 'Numéro', 'Équipe', 'Poste'],
      ['firstName', 'lastName', 'bornOn', 'number', 'team', 'position'],
    ],
    [
      ['Player', 'D.O.B.', '#', 'Pos.'],
      ['name', 'bornOn', 'number', 'position'],
    ],
    [
      ['Name', 'Parent', 'E-mail', 'Phone'],
      ['name', 'guardianName', 'guardianEmail', 'guardianPhone'],
    ],
    [
      ['Name', 'Mother', 'Mother e-mail', 'Mother cell', 'Father', 'Father e-mail', 'Father cell'],
      ['name', 'guardianName', 'guardianEmail', 'guardianPhone', 'otherName', 'otherEmail', 'otherPhone'],
    ],
    [
      ['Jugador', 'Nombre madre', 'Correo madre', 'Teléfono madre', 'Tutor 2', 'Correo tutor 2', 'Móvil tutor 2'],
      ['name', 'guardianName', 'guardianEmail', 'guardianPhone', 'otherName', 'otherEmail', 'otherPhone'],
    ],
    [
      ['Name', 'Parent 1 name', 'Parent 1 email', 'Parent 2 name', 'Email Parent 2', 'Phone 2'],
      ['name', 'guardianName', 'guardianEmail', 'otherName', 'otherEmail', 'otherPhone'],
    ],
    [
      ['Name', 'Email', 'Email 2', 'Mobile', 'Mobile 2'],
      ['name', 'guardianEmail', 'otherEmail', 'guardianPhone', 'otherPhone'],
    ],
    [
      ["Player's Name", 'Birthday (MM/DD/YYYY)', 'Jersey #', "Mother's Email", 'Home Phone', "Father's Email"],
      ['name', 'bornOn', 'number', 'guardianEmail', 'guardianPhone', 'otherEmail'],
    ],
    [
      ['Name, Vorname', 'Geb.-Datum', 'Trikot-Nr.', 'Kontakt E-Mail', 'Kontakt Telefon'],
      ['name', 'bornOn', 'number', 'guardianEmail', 'guardianPhone'],
    ],
    [
      ['Nombre del jugador', 'Fecha nac.', 'Correo del padre', 'Teléfono de la madre', 'Correo de la madre'],
      ['name', 'bornOn', 'otherEmail', 'guardianPhone', 'guardianEmail'],
    ],
    [
      ['Athlete First Name', 'Athlete Last Name', 'Parent 1 First Name', 'Parent 1 Last Name', 'Parent 2 Last Name'],
      ['firstName', 'lastName', 'guardianName', 'guardianLastName', 'otherLastName'],
    ],
    [
      ['Shoe size', 'Name'],
      [undefined, 'name'],
    ],
  ])('is recognized by the headings %j', (headings, fields) => expect(fieldsOf(headings)).toEqual(fields))

  it('exported by Touchline is recognized', () => {
    const taken = reportColumnNames.filter(
      (name): name is Exclude<ReportColumn, 'tags' | 'archivedTeams' | 'medical' | 'id'> =>
        !['tags', 'archivedTeams', 'medical', 'id'].includes(name),
    )
    for (const language of [0, 1] as const) {
      expect(fieldsOf(taken.map((name) => reportColumns[name][language]))).toEqual(taken)
      expect(fieldsOf([reportColumns.archivedTeams[language], reportColumns.team[language]])).toEqual([
        undefined,
        'team',
      ])
    }
  })

  it.each<[string, string[], string[], string | undefined]>([
    ['dates', ['5/1/2014', '12/31/2015'], ['5/1/2014', 'soon'], 'bornOn'],
    ['serial dates of a spreadsheet', ['41760', '42369'], ['41760', '7'], 'bornOn'],
    ['email addresses', ['a@b.example'], ['a@b.example', 'Ana'], 'guardianEmail'],
    ['phone numbers', ['+1 (312) 555-0199', '3125550'], ['3125550', '312'], 'guardianPhone'],
    ['names', ['Mia Moreno', "Zoë O'Brien-Núñez", 'J. van Eijma'], ['Mia Moreno', 'Mia'], 'name'],
    ['jersey numbers', ['7', '12', '123'], ['7', '1234'], 'number'],
  ])('without headings recognizes a column of %s if all values match', (_what, right, wrong, field) => {
    expect(fieldsOf(...right.map((value) => [value]))).toEqual([field])
    expect(fieldsOf(...wrong.map((value) => [value]))).not.toEqual([field])
  })
  it.each([
    'Mia',
    'Mia Moreno 2',
    '7 Mia',
    '1-2',
    '123456',
    '555 01',
    'x5550100',
    '+-- ----',
    '()5550100',
    'U12 Falcons',
  ])('without headings does not recognize a column of %j', (value) => expect(fieldsOf([value])).toEqual([undefined]))
  it('without headings assigns two emails and phones to two guardians', () =>
    expect(fieldsOf(['a@b.example', '312-555-0199', 'c@d.example', '312-555-0198'])).toEqual([
      'guardianEmail',
      'guardianPhone',
      'otherEmail',
      'otherPhone',
    ]))
})

describe('the column of a custom field', () => {
  it('is recognized by its name, after the standard fields', () => {
    const columns = columnsWithOwnFields([{ id: 'q1', name: 'Shoe size' }])
    expect(guessColumns([['Name', 'SHOE SIZE', 'Team']], columns).fields).toEqual(['name', 'own_q1', 'team'])
  })
  it('has a key derived from the field', () => {
    expect(ownColumn('q1')).toBe('own_q1')
    expect([questionOf('own_q1'), questionOf('name'), questionOf('otherName')]).toEqual(['q1', undefined, undefined])
  })
})
