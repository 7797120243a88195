import { useState } from 'react'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { dayText, spanText } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { saveFile } from '../kit/saveFile.ts'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { CancelEvent } from './CancelEvent.tsx'
import { CopyEvent } from './CopyEvent.tsx'
import { DeleteDates } from './DeleteDates.tsx'
import type { EventRead } from './eventForm.ts'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'
import type { Scope } from './useScopes.ts'

/** The actions on an event, for everyone and for its coach. */
export function EventActions({ read }: { read: EventRead }) {
  const t = useTexts('calendar', texts)
  const { id: eventId } = read.event
  const mayWrite = useWhyCannot()('canSendMessages', eventId) === undefined
  async function addToCalendar() {
    try {
      saveFile(await callApi('GET /rest-api/calendar/event/{eventId}/file', { eventId }), `${t('eventFile')}.ics`)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.isReported) showSnackbar({ text: t('fileFailed'), tone: 'danger' })
    }
  }
  return (
    <>
      <Button onClick={() => void addToCalendar()}>{t('addToMyCalendar')}</Button>
      {read.editing && <CoachActions read={read} mayWrite={mayWrite} />}
      {!read.editing && mayWrite && <ButtonLink to={paths.emailEvent({ eventId })}>{t('emailInvited')}</ButtonLink>}
    </>
  )
}

function CoachActions({ read: { event, editing, playerInvites }, mayWrite }: { read: EventRead; mayWrite: boolean }) {
  const t = useTexts('calendar', texts)
  const [isCopying, setCopying] = useState(false)
  const [isChoosingDates, setChoosingDates] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const { id: eventId, name, cancelled = false } = event
  const remove = useRemove(event)
  const cancelling = useSave('POST /rest-api/calendar/event/{eventId}/cancel', {
    refreshes: eventLists,
    saved: (_, { body }) => t(body.cancelled ? 'isCancelled' : 'isOnAgain'),
    about: `cancelling ${eventId}`,
    failed: problemText,
  })
  const cancel = (body: { cancelled: boolean; reason?: string }) =>
    cancelling.save({ eventId, body: { ...body, tell: true } })
  /** Deleting notifies no one, so players who have accepted would still turn up: confirm first. */
  async function confirmRemove() {
    const hasExpectedPlayers = !cancelled && Date.parse(event.end) > Date.now() && playerInvites.length > 0
    const isConfirmed =
      !hasExpectedPlayers ||
      (await confirm({
        title: t('deleteOf', { event: name }),
        lost: t('notTold'),
        kept: t('deletedKept'),
        yes: t('delete'),
        no: t('keepDates'),
      }))
    if (isConfirmed) await remove('this')
  }
  const isOfSeries = (editing?.seriesId ?? null) !== null
  return (
    <>
      <ButtonLink kind="primary" to={paths.editEvent({ eventId })}>
        {t('edit')}
      </ButtonLink>
      <Menu
        about={name}
        items={[
          mayWrite && { label: t('emailInvited'), to: paths.emailEvent({ eventId }) },
          { label: t('copy'), run: () => setCopying(true) },
          cancelled
            ? { label: t('uncancel'), run: () => void cancel({ cancelled: false }) }
            : { label: t('cancel'), run: () => setCancelling(true) },
          { label: t('delete'), danger: true, run: () => (isOfSeries ? setChoosingDates(true) : void confirmRemove()) },
        ]}
      />
      <CopyEvent key={eventId} event={event} opened={isCopying} close={() => setCopying(false)} />
      <CancelEvent
        name={name}
        when={`${dayText(event.start, event.timezone)}, ${spanText(event)}`}
        isOfSeries={isOfSeries}
        // If it has been cancelled meanwhile, there is nothing left to confirm.
        opened={isCancelling && !cancelled}
        close={() => setCancelling(false)}
        cancel={(reason) => cancel({ cancelled: true, reason })}
      />
      <DeleteDates name={name} opened={isChoosingDates} close={() => setChoosingDates(false)} remove={remove} />
    </>
  )
}

/** Deletes an event, or part of its series, with an Undo action. */
function useRemove({ id: eventId, start, timezone }: EventRead['event']) {
  const t = useTexts('calendar', texts)
  const navigateIfShown = useNavigateIfShown()
  // The month the event was in, to return to.
  const month = dayIn(start, timezone).slice(0, 7)
  const calendarPath = paths.calendar({ orgId: organizationOf(eventId), teamId: teamOf(eventId) }, { month })
  const restoring = useSave('POST /rest-api/calendar/event/{eventId}/restore', {
    refreshes: eventLists,
    saved: t('restored'),
    failed: problemText,
    sending: { timeout: 60_000 },
  })
  const isSeveralDates = (scope: Scope | undefined) => scope !== undefined && scope !== 'this'
  const deleting = useSave('GET /api/v1/deleteEvent/{eventId}', {
    refreshes: eventLists,
    saved: (_, { query: { scope } }) => t(isSeveralDates(scope) ? 'datesDeleted' : 'eventDeleted'),
    undo: (_, { query: { scope } }) =>
      void restoring.save({ eventId, query: isSeveralDates(scope) ? { together: 'true' } : {} }),
    failed: problemText,
    sending: { timeout: 60_000 },
  })
  return async (scope: Scope) => {
    const isDeleted = await deleting.save({ eventId, query: scope === 'this' ? {} : { scope } })
    if (isDeleted) navigateIfShown(calendarPath, { replace: true })
  }
}
