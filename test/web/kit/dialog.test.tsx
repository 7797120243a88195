import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { confirm } from '#web/kit/confirm.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/form/Form.tsx'
import { useForm } from '#web/kit/form/useForm.ts'
import { dismissSnackbars, Snackbars, showSnackbar } from '#web/kit/Snackbar.tsx'

beforeAll(() => startTexts(['en-US']))
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => vi.unstubAllGlobals())

const question = { title: 'Archive U12 Falcons?', lost: 'Its 14 players leave the team.', yes: 'Archive' }

function Page({ asked }: { asked?: (yes: boolean) => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} close={() => setOpened(false)} title="Settings">
        <button type="button" onClick={() => void confirm(question).then(asked)}>
          Archive the team
        </button>
      </Dialog>
    </>
  )
}

/** Mock of the CloseWatcher of Android browsers, which jsdom lacks. Back closes the last watcher, once. */
const watchers: EventTarget[] = []
class BackWatcher extends EventTarget {
  constructor() {
    super()
    watchers.push(this)
  }
  destroy() {
    if (watchers.includes(this)) watchers.splice(watchers.indexOf(this), 1)
  }
}
const pressBack = () => act(async () => watchers.pop()?.dispatchEvent(new Event('close')))

describe('Back on a phone', () => {
  beforeEach(() => {
    watchers.length = 0
    vi.stubGlobal('CloseWatcher', BackWatcher)
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('coarse') || media.includes('reduced-motion'),
      }),
    )
  })
  test('closes the topmost dialog, and leaves no watcher when none is open', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Archive the team' }))
    await screen.findByRole('dialog', { name: question.title })
    expect(watchers).toHaveLength(2)
    await pressBack()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question.title })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeDefined()
    await pressBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(watchers).toEqual([])
  })
  test('asks again on the next Back when the dialog stayed open', async () => {
    const close = vi.fn()
    render(
      <Dialog opened close={close} title="Settings">
        Names
      </Dialog>,
    )
    await screen.findByRole('dialog', { name: 'Settings' })
    for (const times of [1, 2]) {
      await pressBack()
      await waitFor(() => expect(close).toHaveBeenCalledTimes(times))
    }
  })
})

describe('a dialog', () => {
  test('takes the focus, closes by button and Escape, and restores the focus', async () => {
    render(<Page />)
    const opener = screen.getByRole('button', { name: 'Open' })
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      async () => userEvent.click(await screen.findByRole('button', { name: 'Close' })),
    ]) {
      await userEvent.click(opener)
      const dialog = await screen.findByRole('dialog', { name: 'Settings' })
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await close()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(opener))
    }
  })
})

function Fields({ close }: { close: () => void }) {
  const form = useForm({ values: { name: '' }, save: async () => close() })
  return (
    <Form of={form} submit="Save">
      <Field label="Name" {...form.field('name')} />
    </Form>
  )
}
function WithFields() {
  const [opened, setOpened] = useState(true)
  const close = () => setOpened(false)
  return (
    <MemoryRouter>
      <Dialog opened={opened} close={close} title="New option">
        <Fields close={close} />
      </Dialog>
    </MemoryRouter>
  )
}

describe('a dialog with a form', () => {
  test('asks before discarding input, and not once it is saved', async () => {
    const { rerender } = render(<WithFields />)
    const dialog = await screen.findByRole('dialog', { name: 'New option' })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Goal')
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(within(dialog).getByRole('button', { name: 'Close' })),
    ]) {
      await close()
      const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' })
      await userEvent.click(within(asked).getByRole('button', { name: 'Stay' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
      expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Goal')
    }
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()

    rerender(<WithFields key="again" />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Wing')
    await userEvent.keyboard('{Escape}')
    const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await userEvent.click(within(asked).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  const form = (
    <Dialog opened close={() => undefined} title="New option">
      <label>
        Name
        <input />
      </label>
    </Dialog>
  )

  test('focuses its first field', async () => {
    render(form)
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  test('focuses a field that is rendered after loading, unless the focus has moved elsewhere', async () => {
    const withField = (field: boolean) => (
      <Dialog opened close={() => undefined} title="Edit option" foot={<button type="button">Cancel</button>}>
        {field ? <input aria-label="Name" /> : <p>One moment</p>}
      </Dialog>
    )
    const { rerender, unmount } = render(withField(false))
    const cross = await screen.findByRole('button', { name: 'Close' })
    await waitFor(() => expect(document.activeElement).toBe(cross))
    rerender(withField(true))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
    unmount()

    const again = render(withField(false))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    act(() => cancel.focus())
    again.rerender(withField(true))
    await screen.findByRole('textbox', { name: 'Name' })
    expect(document.activeElement).toBe(cancel)
  })

  const onPhone = () =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: true,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))

  test('of the shape “page” fills a phone, without the margins of a laptop', async () => {
    onPhone()
    render(
      <Dialog opened close={() => undefined} title="New assignment" shape="page">
        <p>Fields</p>
      </Dialog>,
    )
    const dialog = await screen.findByRole('dialog', { name: 'New assignment' })
    expect(dialog.className).toMatch(/\bfull\b/)
    expect(document.querySelector('.pageInner')).toBeNull()
  })

  test('does not open the keyboard on a phone', async () => {
    onPhone()
    render(form)
    const dialog = await screen.findByRole('dialog', { name: 'New option' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  })
})

describe('a confirmation dialog', () => {
  const ask = async () => {
    const asked = vi.fn<(yes: boolean) => void>()
    render(<Page asked={asked} />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Archive the team' }))
    const dialog = await screen.findByRole('dialog', { name: question.title })
    return { asked, dialog }
  }

  test('says what is lost and that it is final, and focuses Cancel', async () => {
    const { asked, dialog } = await ask()
    expect(dialog.textContent).toContain('Its 14 players leave the team.')
    expect(dialog.textContent).toContain('This cannot be undone.')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(true))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question.title })).toBeNull())
  })

  test('is declined by Escape, which leaves the dialog beneath open', async () => {
    const { asked } = await ask()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(false))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question.title })).toBeNull())
    expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeNull()
  })

  test('is declined by going back', async () => {
    const { asked } = await ask()
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(false))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question.title })).toBeNull())
  })

  test('says how long the action can be undone, or nothing if nothing is lost', async () => {
    const first = confirm({ ...question, kept: 'You can bring it back for 30 days.' })
    const dialog = await screen.findByRole('dialog', { name: question.title })
    expect(dialog.textContent).toContain('You can bring it back for 30 days.')
    expect(dialog.textContent).not.toContain('This cannot be undone.')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await first).toBe(false)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question.title })).toBeNull())
    void confirm({ ...question, kept: null, kind: 'primary' })
    const next = await screen.findByRole('dialog', { name: question.title })
    expect(next.textContent).not.toContain('undone')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  })
})

test('a snackbar with an action stays for 10 seconds, and closes once the action is taken', () => {
  vi.useFakeTimers()
  try {
    const undo = vi.fn()
    render(<Snackbars closeLabel="Close" />)
    const show = () => act(() => showSnackbar({ text: 'Removed', action: { label: 'Undo', run: undo } }))
    show()
    act(() => void vi.advanceTimersByTime(9_999))
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Removed')).toBeNull()
    show()
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.queryByText('Removed')).toBeNull()
  } finally {
    act(() => dismissSnackbars())
    vi.useRealTimers()
  }
})
