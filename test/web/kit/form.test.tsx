import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Fault, faultAt } from '#shared/problems.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { check, longest, required, selected, faultFrom } from '#shared/rules/faults.ts'
import { ApiProblem } from '#web/api.ts'
import { startTexts } from '#web/i18n.ts'
import { Checkbox } from '#web/kit/Checkbox.tsx'
import { DateField } from '#web/kit/DateField.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/form/Form.tsx'
import { useForm } from '#web/kit/form/useForm.ts'

beforeAll(() => startTexts(['en-US']))

type Coach = { name: string; email: string; kids: { name: string }[] }
const standing: Coach = { name: 'Ann', email: '', kids: [{ name: 'Mia' }] }

function Coach({ values = standing, save }: { values?: Coach; save: (values: Coach) => Promise<unknown> }) {
  const form = useForm({
    values,
    save,
    draft: 'coach.c1',
    secret: ['email'],
    fieldNames: { coachName: 'name' },
    faults: ({ name, email: address, kids }) => ({
      name: check(name, required, longest(10)),
      email: address ? check(address, faultFrom(whyCannotEmail)) : undefined,
      ...Object.fromEntries(kids.map((kid, index) => [`kids.${index}.name`, check(kid.name, required)])),
    }),
  })
  return (
    <Form of={form} submit="Save">
      <Field label="Name" {...form.field('name')} />
      <Field label="E-mail" {...form.field('email')} />
      {form.values.kids.map((kid, index) => (
        <Field key={kid.name} label={`Kid ${index + 1}`} {...form.field(`kids.${index}.name`)} />
      ))}
      <p>{form.dirty ? 'changed' : 'as saved'}</p>
    </Form>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const saveIt = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const refusal = (faults: Fault[], code: 'bad_request' | 'conflict' = 'bad_request') =>
  new ApiProblem(code, 400, 'Someone changed this at the same time. Please try again.', faults)

function Within({ save, saveOuter }: Record<'save' | 'saveOuter', () => Promise<unknown>>) {
  const [outer, inner] = [useForm({ values: { team: '' }, save: saveOuter }), useForm({ values: { note: '' }, save })]
  return (
    <Form of={outer} submit="Send">
      {createPortal(
        <Form of={inner} submit="Save">
          <Field label="Note" {...inner.field('note')} />
        </Form>,
        document.body,
      )}
    </Form>
  )
}

test('a form in a dialog opened from another form is submitted alone, by button, Enter and Ctrl+Enter', async () => {
  const [save, saveOuter] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  render(<Within save={save} saveOuter={saveOuter} />)
  await saveIt()
  await userEvent.type(field('Note'), 'Rain{Enter}')
  await userEvent.type(field('Note'), '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(save.mock.calls.length).toBeGreaterThanOrEqual(3))
  expect(saveOuter).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(saveOuter).toHaveBeenCalledOnce()
})

describe('a validation error', () => {
  test('is shown when a changed field loses focus, not an unchanged one', async () => {
    render(<Coach save={vi.fn()} />)
    await userEvent.click(field('E-mail'))
    await userEvent.tab()
    await userEvent.clear(field('Name'))
    await userEvent.tab()
    expect(field('Name')).toHaveAccessibleDescription('Required.')
    expect(field('E-mail')).toHaveAccessibleDescription('')
    await userEvent.type(field('Name'), 'B')
    expect(field('Name')).toHaveAccessibleDescription('')
  })

  test('is shown only after the click that leaves the field, so that its target does not move', async () => {
    render(<Coach save={vi.fn()} />)
    await userEvent.clear(field('Name'))
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.pointer({ keys: '[MouseLeft>]', target: button })
    await act(async () => field('Name').blur())
    expect(field('Name')).toHaveAccessibleDescription('')
    await userEvent.pointer({ keys: '[/MouseLeft]', target: screen.getByText('changed') })
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Required.'))
  })

  test('is shown at every field on submit, which sends nothing and focuses the first', async () => {
    const save = vi.fn()
    render(<Coach save={save} />)
    await userEvent.clear(field('Name'))
    await userEvent.type(field('E-mail'), 'ann')
    await userEvent.clear(field('Kid 1'))
    await saveIt()
    expect(['Name', 'E-mail', 'Kid 1'].map((name) => field(name).getAttribute('aria-invalid'))).toEqual([
      'true',
      'true',
      'true',
    ])
    expect(field('E-mail')).toHaveAccessibleDescription('Invalid e-mail.')
    expect(field('Name')).toHaveFocus()
    expect(save).not.toHaveBeenCalled()
  })

  test('from the server is shown at its field, also renamed or in a list, in the user’s language', async () => {
    const save = vi
      .fn()
      .mockRejectedValue(
        refusal([faultAt('kids.0.name', 'too_long', { limit: 64 }), faultAt('coachName', 'not_a_name')]),
      )
    render(<Coach save={save} />)
    await act(() => startTexts(['es-MX']))
    await saveIt()
    await waitFor(() => expect(field('Kid 1')).toHaveAccessibleDescription('Máximo de caracteres: 64'))
    expect(field('Name')).toHaveAccessibleDescription('Escríbelo en una sola línea, sin caracteres ocultos.')
    expect(field('Name')).toHaveFocus()
    await act(() => startTexts(['en-US']))
  })

  test('without a field is shown above the buttons until the next submit', async () => {
    const save = vi.fn().mockRejectedValueOnce(refusal([], 'conflict')).mockResolvedValueOnce(undefined)
    render(<Coach save={save} />)
    await saveIt()
    const said = await screen.findByRole('alert')
    expect(said.textContent).toContain('at the same time')
    // Beside the buttons, which on phones stay visible in long forms.
    expect(said.parentElement).toBe(screen.getByRole('button', { name: 'Save' }).parentElement)
    await saveIt()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('is not shown when a message has reported it', async () => {
    const told = refusal([], 'conflict')
    told.isReported = true
    render(<Coach save={() => Promise.reject(told)} />)
    await saveIt()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the input', () => {
  test('is submitted once, trimmed, also by Enter, and then counts as saved', async () => {
    const held = Promise.withResolvers<void>()
    const save = vi.fn(() => held.promise)
    render(<Coach save={save} />)
    await userEvent.type(field('Name'), 'a {Enter}')
    await saveIt()
    expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Anna', email: '', kids: [{ name: 'Mia' }] })
    await act(async () => held.resolve())
    expect(screen.getByText('as saved')).toBeInTheDocument()
  })

  test('survives closing the form, except for secret fields, and can be discarded', async () => {
    const { unmount } = render(<Coach save={vi.fn()} />)
    await userEvent.type(field('Name'), 'a')
    await userEvent.type(field('E-mail'), 'a@b.cd')
    unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a@b.cd')
    render(<Coach save={vi.fn()} />)
    expect([field('Name').value, field('E-mail').value]).toEqual(['Anna', ''])
    expect(screen.getByText(/Your unsaved changes are still here\./)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Name').value).toBe('Ann')
    expect(screen.queryByText(/still here/)).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('is kept as a draft until it is saved, and not after', async () => {
    const save = vi.fn().mockRejectedValueOnce(refusal([], 'conflict')).mockResolvedValueOnce(undefined)
    render(<Coach save={save} />)
    await userEvent.type(field('Name'), 'a')
    await saveIt()
    await screen.findByRole('alert')
    expect(Object.keys(sessionStorage)).toHaveLength(1)
    await saveIt()
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]))
  })

  test.each([
    ['is confirmed before leaving if the device cannot store it', true],
    ['is not confirmed before leaving if it is stored', false],
  ])('%s', async (_, full) => {
    render(<Coach save={vi.fn()} />)
    const storing = vi.spyOn(Storage.prototype, 'setItem')
    if (full)
      storing.mockImplementation(() => {
        throw new DOMException('Full', 'QuotaExceededError')
      })
    await userEvent.type(field('Name'), 'a')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(full)
    storing.mockRestore()
    await userEvent.clear(field('Name'))
    await userEvent.type(field('Name'), 'Ann')
  })

  test('typed while saving is kept as a draft as well', async () => {
    const held = Promise.withResolvers<void>()
    render(<Coach save={() => held.promise} />)
    await userEvent.type(field('Name'), 'a')
    await saveIt()
    await userEvent.type(field('Name'), 'bel')
    await act(async () => held.resolve())
    expect(Object.values<string>({ ...sessionStorage }).map((text) => JSON.parse(text))).toEqual([{ name: 'Annabel' }])
  })

  test('survives an update from the server, while untouched fields follow it', async () => {
    const { rerender } = render(<Coach save={vi.fn()} />)
    await userEvent.type(field('Name'), 'a')
    rerender(<Coach save={vi.fn()} values={{ ...standing, name: 'Bo', email: 'bo@b.cd' }} />)
    expect([field('Name').value, field('E-mail').value]).toEqual(['Anna', 'bo@b.cd'])
  })

  test('typed while saving is not lost, while the submitted fields follow the server', async () => {
    const held = Promise.withResolvers<void>()
    const { rerender } = render(<Coach save={() => held.promise} />)
    await userEvent.type(field('Name'), 'a')
    await saveIt()
    await userEvent.type(field('E-mail'), 'x')
    rerender(<Coach save={() => held.promise} values={{ ...standing, name: 'ANNA' }} />)
    await act(async () => held.resolve())
    expect([field('Name').value, field('E-mail').value]).toEqual(['ANNA', 'x'])
    expect(screen.getByText('changed')).toBeInTheDocument()
  })
})

test('a form is not submitted with an invalid date in an optional field', async () => {
  const save = vi.fn().mockResolvedValue(undefined)
  function Task() {
    const form = useForm({ values: { dueOn: '' }, save })
    return (
      <Form of={form} submit="Save">
        <DateField label="Due on" {...form.field('dueOn')} />
      </Form>
    )
  }
  render(<Task />)
  await userEvent.type(field('Due on'), '30 Novembre{Enter}')
  expect(await screen.findByText(/^Please enter a date, such as/)).toBeVisible()
  await waitFor(() => expect(document.activeElement).toBe(field('Due on')))
  await saveIt()
  expect(save).not.toHaveBeenCalled()
  expect(field('Due on').value).toBe('30 Novembre')
  await userEvent.clear(field('Due on'))
  await saveIt()
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ dueOn: '' }))
})

function ForTeams() {
  const form = useForm<{ teams: string[] }>({
    values: { teams: [] },
    faults: ({ teams }) => ({ teams: selected(teams) }),
    save: async () => undefined,
  })
  const { onChange, fault } = form.field('teams')
  return (
    <Form of={form} submit="Save">
      <fieldset data-field="teams">
        {['U10', 'U12'].map((team) => (
          <Checkbox
            key={team}
            label={team}
            value={form.values.teams.includes(team)}
            onChange={() => onChange([team])}
          />
        ))}
        {fault}
      </fieldset>
    </Form>
  )
}

test('focuses the first of several controls that share an error', async () => {
  render(<ForTeams />)
  await saveIt()
  await screen.findByText('Please select one.')
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'U10' })).toHaveFocus())
})
