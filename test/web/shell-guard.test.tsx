import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, Route, Routes, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { GuardedRouter } from '#web/shell/GuardedRouter.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form as KitForm } from '#web/kit/form/Form.tsx'
import { useForm } from '#web/kit/form/useForm.ts'
import { useLeaveGuard } from '#web/kit/useLeaveGuard.ts'
import { standInServer } from './fakeServer.tsx'

standInServer()
beforeEach(() => {
  window.scrollTo = () => undefined
  window.matchMedia = (query) => Object.assign(new EventTarget(), { media: query, matches: false }) as MediaQueryList
  history.replaceState(null, '', '/first')
})

/** A form of the kit; `draft` is the name under which its input is kept. */
function Typed({ draft }: { draft?: string }) {
  const navigate = useNavigate()
  const save = async () => void navigate('/elsewhere')
  const form = useForm({ values: { name: '', code: '' }, save, secret: ['code'], ...(draft && { draft }) })
  return (
    <KitForm of={form} submit="Save">
      <Field label="Name" {...form.field('name')} />
      <Field label="Code" {...form.field('code')} />
      <Link to="/elsewhere">Elsewhere</Link>
    </KitForm>
  )
}

function Form() {
  const [dirty, setDirty] = useState(false)
  const { releaseGuard: letGo } = useLeaveGuard(dirty)
  const navigate = useNavigate()
  return (
    <>
      <h1>Form</h1>
      <button type="button" onClick={() => setDirty(true)}>
        Type
      </button>
      <button
        type="button"
        onClick={() => {
          letGo()
          void navigate('/elsewhere')
        }}
      >
        Save
      </button>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/form?page=2">Page 2</Link>
      <Link to="/over" state={{ background: { pathname: '/form' } }}>
        Over it
      </Link>
    </>
  )
}

async function openForm(typed = true) {
  const user = userEvent.setup()
  render(
    <GuardedRouter>
      <Routes>
        <Route path="/first" element={<Link to="/form">To the form</Link>} />
        <Route path="/form" element={<Form />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </GuardedRouter>,
  )
  await user.click(screen.getByRole('link', { name: 'To the form' }))
  if (typed) await user.click(screen.getByRole('button', { name: 'Type' }))
  return user
}
const at = (path: string) => waitFor(() => expect(location.pathname + location.search).toBe(path))
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const answer = async (user: ReturnType<typeof userEvent.setup>, name: 'Stay' | 'Leave') => {
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

describe('a form of the kit', () => {
  async function openTyped(draft?: string) {
    const user = userEvent.setup()
    render(
      <GuardedRouter>
        <Routes>
          <Route path="/first" element={<Typed {...(draft && { draft })} />} />
          <Route path="*" element={<h1>Elsewhere</h1>} />
        </Routes>
      </GuardedRouter>,
    )
    return { user, type: async (label: string) => user.type(screen.getByRole('textbox', { name: label }), 'x') }
  }
  test('asks before discarding input, and navigates without asking once it is saved', async () => {
    const { user, type } = await openTyped()
    await type('Name')
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    expect(await question()).toBeTruthy()
    await answer(user, 'Stay')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await at('/elsewhere')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('does not ask about input kept as a draft, but about fields that must not be kept', async () => {
    const { user, type } = await openTyped('name')
    await type('Name')
    await type('Code')
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    expect(await question()).toBeTruthy()
    await answer(user, 'Stay')
    await user.clear(screen.getByRole('textbox', { name: 'Code' }))
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await at('/elsewhere')
  })
})

describe('a page with unsaved changes', () => {
  test('asks before following a link', async () => {
    const user = await openForm()
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    expect(await question()).toHaveTextContent('What you typed here has not been saved.')
    await answer(user, 'Stay')
    expect(screen.getByRole('heading').textContent).toBe('Form')
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await answer(user, 'Leave')
    await at('/elsewhere')
  })

  test('asks on Back, and stays until the answer', async () => {
    const user = await openForm()
    act(() => history.back())
    await question()
    expect(location.pathname).toBe('/form')
    await answer(user, 'Stay')
    expect([location.pathname, screen.getByRole('heading').textContent]).toEqual(['/form', 'Form'])
    act(() => history.back())
    await question()
    await answer(user, 'Leave')
    await at('/first')
    await screen.findByRole('link', { name: 'To the form' })
  })

  test('does not ask on navigation within the page or to a dialog over it', async () => {
    const user = await openForm()
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    await at('/form?page=2')
    await user.click(screen.getByRole('link', { name: 'Over it' }))
    await at('/over')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('does not ask right after saving', async () => {
    const user = await openForm()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await at('/elsewhere')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('asks before the tab is closed', async () => {
    await openForm()
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
  })
})

test('a page without unsaved changes is left without asking, also by Back', async () => {
  const user = await openForm(false)
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await at('/elsewhere')
  act(() => history.back())
  await at('/form')
  await screen.findByRole('heading', { name: 'Form' })
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(false)
})
