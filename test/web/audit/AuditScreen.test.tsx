import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import AuditScreen from '#web/audit/AuditScreen.tsx'
import { attributeName, formatValue } from '#web/audit/attributeValues.ts'
import english from '#web/audit/texts.en.json'
import spanish from '#web/audit/texts.es.json'
import { audited } from '#shared/rules/audit.ts'
import { attributeWords } from '#shared/rules/auditWords.ts'
import type { Flag } from '#shared/permissions.ts'
import { standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, playersAndTeams } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/audit/{orgId}'
const open = () => showInShell(<AuditScreen />, { path: '/audit/:orgId', at: `/audit/${organizationId}` })
const running = (...permissions: Flag[]) => {
  const [organization] = coachOf().organizations
  return playersAndTeams({ organizations: organization ? [{ ...organization, orgAdmin: true, permissions }] : [] })
}
const entry = {
  id: 'e1',
  when: '2026-11-20T18:00:00.000Z',
  who: { id: 'u1', name: 'Anders Admin' },
  through: null,
  kind: 'Team',
  change: 'changed' as const,
  about: [organizationId],
  subjects: ['U12 Falcons'],
  changes: [
    { name: 'name', before: 'Falcons', after: 'Eagles' },
    { name: 'phone', before: null, after: null },
    { name: 'archivedAt', before: null, after: '2026-11-20T18:30:00.000Z' },
  ],
}

it('lists changes with their author, filtered by person and kind', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': running('canEditAdministrators'),
    [LIST]: ({ query }) => ({ entries: query['kind'] ? [] : [entry], cursor: null }),
  })
  const { user } = open()
  const table = within(await screen.findByRole('table', { name: 'Change log' }))
  table.getByText('U12 Falcons')
  table.getByText('1 other detail changed')
  expect(screen.getByRole('button', { name: 'Export November 2026' })).toBeDefined()
  expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name: Falcons → Eagles',
    'Archived: 11/20/2026 12:30 PM',
    '1 other detail changed',
  ])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Anders Admin')
  await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Venue')
  await screen.findByText('Nothing found')
  expect(server.asked(LIST).at(-1)?.query).toEqual({ person: 'u1', kind: 'Venue' })
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByText(/Eagles/)
})

it('omits empty values of a created item', async () => {
  const changes = [
    { name: 'name', before: null, after: 'Practice' },
    { name: 'field', before: null, after: '' },
  ]
  server.answers({
    'GET /api/v1/playersAndTeams': running('canEditAdministrators'),
    [LIST]: { entries: [{ ...entry, kind: 'Event', change: 'created', changes }], cursor: null },
  })
  open()
  const table = within(await screen.findByRole('table', { name: 'Change log' }))
  expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Name: Practice'])
})

it('requires the right to edit administrators', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': running('canEditTeam') })
  open()
  expect(await screen.findByText('Only for people who can edit administrators')).toBeDefined()
  expect(server.asked(LIST)).toEqual([])
})

it('formats values in each language: money, dates, rights, states and booleans', () => {
  const said = (texts: typeof english) => {
    const t = ((key: string, { count, defaultValue = key }: { count?: number; defaultValue?: string } = {}) => {
      const found = (texts as Record<string, string>)[
        count === undefined ? key : `${key}_${count === 1 ? 'one' : 'other'}`
      ]
      return (found ?? defaultValue).replace('{{count}}', String(count))
    }) as never
    return (name: string, value: string) => `${attributeName(name)}: ${formatValue(t, name, value)}`
  }
  const inEnglish = said(english)
  expect(inEnglish('amount', '12050')).toBe('Amount: $120.50')
  expect(inEnglish('perMille', '29')).toBe('Processing fee, share: 2.9%')
  expect(inEnglish('dueOn', '2026-12-01')).toBe('Due: 12/01/2026')
  expect(inEnglish('flags', '["canEditTeam","canEditFees"]')).toBe('Rights: Edit team settings and Edit fees')
  expect(inEnglish('flags', 'canEditTeam, canEditFees')).toBe('Rights: Edit team settings and Edit fees')
  expect(inEnglish('lacks', '[]')).toBe('Rights removed: None')
  expect(inEnglish('reminderHours', '[1,48]')).toBe('Reminders before an event: 1 hour and 48 hours')
  expect(inEnglish('isRosterVisible', 'false')).toBe('Families see the roster: No')
  expect(inEnglish('payBy', 'BILL')).toBe('How it is paid: Billed later')
  expect(inEnglish('status', 'past_due')).toBe('State: Payment overdue')
  expect(inEnglish('state', 'never_heard_of')).toBe('State: never heard of')
  expect(inEnglish('name', '12')).toBe('Name: 12')
  expect(said(spanish)('isRosterVisible', 'true')).toBe('Families see the roster: Sí')
})

it('shows the end of a free period as the billing page does', () => {
  const asTold = ((key: string) => key) as never
  expect(formatValue(asTold, 'periodEnd', '2026-12-14T00:00:00.000Z')).toBe('12/14/2026')
})

it('has labels in both languages for every audited attribute', () => {
  const names = [...Object.values(audited).flat(), 'status', 'askedAt', 'call']
  const words: Readonly<Record<string, readonly string[]>> = attributeWords
  const isWord = (word: string | undefined, name: string) =>
    word !== undefined && /^\p{Lu}[^A-Z_]/u.test(word) && word !== name
  expect(names.filter((name) => !isWord(words[name]?.[0], name) || !isWord(words[name]?.[1], name))).toEqual([])
  expect(words['isRosterVisible']).toEqual(['Families see the roster', 'Las familias ven la plantilla'])
})
