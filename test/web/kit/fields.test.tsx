import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { Checkbox } from '#web/kit/Checkbox.tsx'
import { Combobox } from '#web/kit/Combobox.tsx'
import { DateField } from '#web/kit/DateField.tsx'
import { FileDrop } from '#web/kit/FileDrop.tsx'
import { MoneyField, NumberField } from '#web/kit/NumberField.tsx'
import { OneOf } from '#web/kit/OneOf.tsx'
import { Radios } from '#web/kit/Radios.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { Select } from '#web/kit/Select.tsx'

beforeAll(() => startTexts(['en-US']))
beforeEach(() => {
  // jsdom has no layout: nothing scrolls, and a popover of an element without a position is hidden.
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => vi.unstubAllGlobals())

/** Renders a field that keeps its value; returns the list of values it had. */
function draw<Value>(first: Value, part: (field: { value: Value; onChange: (value: Value) => void }) => ReactElement) {
  const seen: Value[] = []
  function Kept() {
    const [value, setValue] = useState(first)
    return part({
      value,
      onChange(next) {
        seen.push(next)
        setValue(next)
      },
    })
  }
  render(<Kept />)
  return seen
}
const box = () => screen.getByRole<HTMLInputElement>('textbox')

test('a search takes no more characters than the server accepts', async () => {
  const seen = draw('', (field) => <SearchField label="Find" {...field} />)
  await userEvent.click(screen.getByRole('searchbox', { name: 'Find' }))
  await userEvent.paste('a'.repeat(101))
  expect(seen.at(-1)).toBe('a'.repeat(100))
})

describe('an amount', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    ['$ 9.99', 999],
    ['0.1', 10],
    ['19.999', 1999],
    ['', null],
  ])('typed as %j is %j cents', async (typed, cents) => {
    const seen = draw<number | null>(500, (field) => <MoneyField label="Fee" {...field} />)
    await userEvent.clear(box())
    if (typed) await userEvent.type(box(), typed)
    expect(seen.at(-1)).toBe(cents)
  })
  test('is shown with cents and currency', async () => {
    draw<number | null>(123_450, (field) => <MoneyField label="Fee" {...field} />)
    expect(box().value).toBe('1234.50')
    expect(screen.getByText('$')).toBeInTheDocument()
    await userEvent.clear(box())
    await userEvent.type(box(), '7')
    await userEvent.tab()
    expect(box().value).toBe('7.00')
  })
  test.each([
    ['en-US', '1,234.50', 123_450],
    ['en-US', '1,200', 120_000],
    ['en-US', '1,234,567.8', 123_456_780],
    ['en-US', '12,50', 1250],
    ['en-US', '30.005', 3000],
    ['es', '1.234,50', 123_450],
    ['es', '30,005', 3000],
  ])('in %s accepts %s with thousands separators, typed and pasted', async (lang, text, cents) => {
    document.documentElement.lang = lang
    const seen = draw<number | null>(null, (field) => <MoneyField label="Fee" {...field} />)
    await userEvent.type(box(), text)
    expect(seen.at(-1)).toBe(cents)
    await userEvent.clear(box())
    await userEvent.paste(text)
    // Pasted text with a digit too many is rejected.
    expect(seen.at(-1)).toBe(cents === 3000 ? null : cents)
    document.documentElement.lang = 'en-US'
  })
  test('a number field accepts digits only', async () => {
    const seen = draw<number | null>(null, (field) => <NumberField label="Number" {...field} />)
    await userEvent.type(box(), '-1a2.5')
    expect([box().value, seen.at(-1)]).toEqual(['125', 125])
  })
})

describe('a date', () => {
  test.each([
    ['11/21/2026', '2026-11-21'],
    ['21 Nov 2026', '2026-11-21'],
    ['2/30/2026', ''],
    ['soon', ''],
  ])('typed as %j is %j', async (typed, day) => {
    const seen = draw('', (field) => <DateField label="Day" {...field} />)
    await userEvent.type(box(), typed)
    await userEvent.tab()
    expect(seen.at(-1)).toBe(day)
    expect(box()).toHaveValue(day ? '11/21/2026' : typed)
    if (!day) expect(box()).toHaveAccessibleDescription('Please enter a date, such as 11/21/2026.')
  })
  test('outside the allowed range is rejected with a message', async () => {
    const seen = draw('', (field) => <DateField label="Day" min="2026-01-01" max="2026-12-31" {...field} />)
    await userEvent.type(box(), '12/31/2025')
    expect(seen.at(-1)).toBe('')
    await userEvent.tab()
    expect(box()).toHaveAccessibleDescription('Please choose a date from 01/01/2026 to 12/31/2026.')
  })
  test('is chosen in a calendar with labeled arrows, which restores the focus', async () => {
    const seen = draw('2026-11-21', (field) => <DateField label="Day" {...field} />)
    const opener = screen.getByRole('button', { name: 'Calendar for Day' })
    await userEvent.click(opener)
    await userEvent.click(await screen.findByRole('button', { name: 'Next month' }))
    await userEvent.click(screen.getByRole('button', { name: '5 December 2026', hidden: true }))
    expect(seen).toEqual(['2026-12-05'])
    expect(box().value).toBe('12/05/2026')
    await waitFor(() => expect(opener).toHaveFocus())
  })
  test.each([
    ['en-US', 'Su'],
    ['en-NZ', 'Mo'],
    ['es-ES', 'lu'],
    ['es-MX', 'do'],
  ])('is chosen in a calendar whose week begins as in the locale %s: %s', async (locale, first) => {
    document.documentElement.lang = locale
    draw('2026-11-21', (field) => <DateField label="Day" {...field} />)
    await userEvent.click(screen.getByRole('button', { name: 'Calendar for Day' }))
    const [head] = await screen.findAllByRole('columnheader', { hidden: true })
    expect(head?.textContent?.toLowerCase()).toBe(first.toLowerCase())
    document.documentElement.lang = 'en-US'
  })
})

describe('a combobox', () => {
  const options = ['Mia Moreno', 'Łukasz Ng', 'Zoë Li'].map((label, index) => ({ value: `p${index}`, label }))
  test('finds an option despite missing accents and a typo, and selects it by keyboard', async () => {
    const seen = draw('', (field) => <Combobox label="Player" options={options} {...field} />)
    const input = screen.getByRole('combobox', { name: 'Player' })
    await userEvent.type(input, 'lukazs')
    await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(seen).toEqual(['p1'])
    expect(input).toHaveValue('Łukasz Ng')
  })
  test('keeps its value when the text matches no option, and is cleared when emptied', async () => {
    const seen = draw('p0', (field) => <Combobox label="Player" options={options} {...field} />)
    const input = screen.getByRole('combobox', { name: 'Player' })
    await userEvent.type(input, 'x')
    await userEvent.tab()
    expect([input, seen.length]).toEqual([input, 0])
    expect(input).toHaveValue('Mia Moreno')
    await userEvent.clear(input)
    await userEvent.tab()
    expect(seen).toEqual([''])
  })
})

describe('a disabled field shows its reason and does not change', () => {
  const reason = 'It is the club’s.'
  const shared = { disabledReason: reason, label: 'Rule' }
  test.each([
    ['combobox', <Select key="" {...shared} options={[{ value: 'a', label: 'A' }]} value="" onChange={fail} />],
    ['checkbox', <Checkbox key="" {...shared} value={false} onChange={fail} />],
    ['radio', <Radios key="" {...shared} options={[{ value: 'a', label: 'A' }]} value="" onChange={fail} />],
  ])('%s', async (role, part) => {
    render(part)
    const control = screen.getByRole(role)
    expect(control).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText(reason)).toBeInTheDocument()
    await userEvent.click(control)
    fireEvent.change(control, { target: { value: 'a' } })
  })
  function fail(): never {
    throw new Error('It was changed.')
  }
})

describe('file fields', () => {
  const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { type: 'text/csv' })
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  test('add files, list them with their size and remove them', async () => {
    const seen = draw<readonly File[]>([], (field) => <FileDrop label="Roster" multiple {...field} />)
    fireEvent.change(input(), { target: { files: [file('a.csv')] } })
    fireEvent.drop(screen.getByRole('button', { name: 'Choose files' }), { dataTransfer: { files: [file('b.csv')] } })
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'a.csv3 bytes',
      'b.csv3 bytes',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.csv' }))
    expect(seen.at(-1)?.map(({ name }) => name)).toEqual(['b.csv'])
  })
  test.each([
    ['a.exe', 3, 'a.exe is a different kind of file.'],
    ['a.csv', 200, 'a.csv is larger than 100 bytes.'],
  ])('reject %s of %i bytes with a message', (name, size, said) => {
    const seen = draw<readonly File[]>([], (field) => (
      <FileDrop label="Roster" accept=".csv" maxBytes={100} {...field} />
    ))
    fireEvent.change(input(), { target: { files: [file(name, size)] } })
    expect([seen, screen.getByText(said).textContent]).toEqual([[], said])
  })
  test('describe their button by label and hint, and pass their focus on to it', () => {
    draw<readonly File[]>([], (field) => <FileDrop label="Birth certificate" hint="A picture of it" {...field} />)
    const button = screen.getByRole('button', { name: 'Choose a file' })
    expect(button).toHaveAccessibleDescription('Birth certificate A picture of it')
    input().focus()
    expect(button).toHaveFocus()
  })
})

describe('a choice of one', () => {
  const teams = (many: number) => Array.from({ length: many }, (_, i) => ({ value: `t${i}`, label: `Team ${i}` }))
  const field = (many: number) =>
    draw('', (each) => <OneOf label="Team" options={teams(many)} placeholder="Choose" {...each} />)

  test('is a native select for few options', async () => {
    const seen = field(20)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Team 7')
    expect(seen).toEqual(['t7'])
  })

  test('is a combobox for 200 options', async () => {
    const seen = field(200)
    // A native select that had focus would lose it when replaced by the combobox. If the chunk is loaded, the combobox is
    // there at once.
    expect([undefined, 'INPUT']).toContain(screen.queryByRole('combobox')?.tagName)
    expect(screen.getByText('Team').tagName).toBe('LABEL')
    const box = await waitFor(() => {
      const found = screen.getByRole('combobox', { name: 'Team' })
      expect(found.tagName).toBe('INPUT')
      return found
    })
    await userEvent.type(box, 'Team 157')
    await userEvent.click(await screen.findByRole('option', { name: 'Team 157', hidden: true }))
    expect(seen).toEqual(['t157'])
  })

  test('keeps a required value when emptied, and replaces it by a typed one of 200', async () => {
    const options = teams(200).map((team) => ({ ...team, group: 'Teams' }))
    const seen = draw('t3', (each) => <OneOf label="Team" options={options} {...each} />)
    const box = await screen.findByDisplayValue('Team 3')
    await userEvent.clear(box)
    await userEvent.tab()
    expect(seen).toEqual([])
    expect(box).toHaveValue('Team 3')
    await userEvent.type(box, 'Team 157')
    await userEvent.click(await screen.findByRole('option', { name: /^Team 157/, hidden: true }))
    expect(seen).toEqual(['t157'])
  })
})
