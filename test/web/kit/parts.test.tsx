import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { colourOf, initialsOf } from '#web/kit/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { dismissSnackbars, Snackbars, showSnackbar } from '#web/kit/Snackbar.tsx'
import { ErrorState } from '#web/kit/States.tsx'

describe('a button', () => {
  test('that is disabled shows its reason, also to screen readers, can be focused and does nothing', async () => {
    const pressed = vi.fn()
    const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={sent}>
        <Button type="submit" disabledReason="The event has begun." onClick={pressed}>
          Yes
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Yes', description: 'The event has begun.' })
    expect(screen.getByText('The event has begun.').className).not.toContain('hidden')
    await userEvent.tab()
    expect(document.activeElement).toBe(button)
    // Where the reason is cut to one line, a click shows all of it and another one cuts it again.
    expect(screen.getByText('The event has begun.')).toHaveAttribute('data-reason', 'line')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText('The event has begun.')).toHaveAttribute('data-reason', 'whole')
    await userEvent.click(button)
    expect(screen.getByText('The event has begun.')).toHaveAttribute('data-reason', 'line')
    expect(pressed).not.toHaveBeenCalled()
    expect(sent).not.toHaveBeenCalled()
  })

  test('that is busy cannot be clicked again', async () => {
    const pressed = vi.fn()
    const { rerender } = render(<Button onClick={pressed}>Save</Button>)
    await userEvent.click(screen.getByRole('button'))
    rerender(
      <Button onClick={pressed} busy>
        Save
      </Button>,
    )
    await userEvent.click(screen.getByRole('button', { busy: true }))
    expect(pressed).toHaveBeenCalledOnce()
  })
})

describe('snackbars', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    act(() => dismissSnackbars())
    vi.useRealTimers()
  })
  const show = (...snacks: Parameters<typeof showSnackbar>[0][]) => {
    render(<Snackbars closeLabel="Close" />)
    act(() => snacks.forEach(showSnackbar))
  }
  const pass = (time: number) => void act(() => vi.advanceTimersByTime(time))

  test('replace an earlier one about the same', () => {
    show({ text: 'Event cancelled', about: 'event 1' }, { text: 'Saved' }, { text: 'On again', about: 'event 1' })
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Saved', 'On again'])
  })

  test('last 5 seconds, errors 10', () => {
    show({ text: 'Saved successfully', tone: 'success' }, { text: 'save failed', tone: 'danger' })
    pass(4999)
    expect(screen.queryByText('Saved successfully')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Saved successfully')).toBeNull()
    pass(4999)
    expect(screen.queryByText('save failed')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('save failed')).toBeNull()
  })

  test('are announced: errors as alerts, others as status', () => {
    show({ text: 'Saved successfully', tone: 'success' }, { text: 'save failed', tone: 'danger' })
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['Saved successfully', ''])
    expect(screen.getByRole('alert').textContent).toBe('save failed')
  })

  test('restore the focus after their action was taken by keyboard', () => {
    const run = vi.fn<() => void>()
    render(<Button>Delete</Button>)
    screen.getByRole('button', { name: 'Delete' }).focus()
    show({ text: 'Removed', action: { label: 'Undo', run } })
    const undo = screen.getByRole('button', { name: 'Undo' })
    act(() => undo.focus())
    fireEvent.click(undo)
    expect(run).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
  })

  test('stay while hovered, and can be closed', () => {
    show({ text: 'Updated' }, { text: 'save failed', tone: 'danger' })
    fireEvent.pointerEnter(screen.getByText('Updated').closest('li') as Element)
    pass(60_000)
    expect(screen.queryByText('Updated')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Updated')).toBeNull()
  })

  test('show at most three, without repeated texts', () => {
    show(...['one', 'two', 'two', 'three', 'four'].map((text) => ({ text })))
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['two', 'three', 'four'])
  })
})

describe('initials', () => {
  test.each([
    ['Roshon van Eijma', 'RE'],
    ['Danley Jean Jacques', 'DJ'],
    ['Pelé', 'P'],
    ['ørjan nyland', 'ØN'],
    ['🦅 Falcon', '🦅F'],
    ['  ', '?'],
    ['Riverside Youth (Demo)', 'RD'],
  ])('of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

  test('have a stable color per id, one of eight', () => {
    const colours = Array.from({ length: 400 }, (_, number) => colourOf(`o1.p${number}`))
    expect(new Set(colours)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
    expect(colourOf('o1.p7')).toBe(colours[7])
  })
})

test('an error state can be retried', async () => {
  const retry = vi.fn()
  render(<ErrorState title="Error loading today's information." retryLabel="Try again" onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain("Error loading today's information.")
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})
