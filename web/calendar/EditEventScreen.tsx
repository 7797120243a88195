import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { isId, organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { ApiProblem, callApi, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { confirm } from '../kit/confirm.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { keepDraft } from '../kit/form/drafts.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { Conflict } from './Conflict.tsx'
import { EventForm } from './EventForm.tsx'
import {
  changedFields,
  toContent,
  type EventRead,
  changedRule,
  type Settings,
  typeNamesIn,
  type Values,
  toValues,
  type Venue,
} from './eventForm.ts'
import texts from './texts.en.json'
import { eventLists, usePlanning } from './usePlanning.ts'

/** Edits an event; for a series, this date, the following ones, or all. */
export default function EditEventScreen() {
  const t = useTexts('calendar', texts)
  const { eventId = '' } = useParams()
  const read = useApi('GET /rest-api/calendar/event/{eventId}', { eventId }, { handles: ['failures'] })
  // The team is part of the id, so the options load in parallel.
  const planning = usePlanning(isId('event', eventId) ? orgUnitOf(eventId) : undefined)
  const [initialEvent, setInitialEvent] = useState<EventRead>()
  // The state that the form began with: others' changes are reported on saving, not merged while typing.
  if (read.data && !initialEvent) setInitialEvent(read.data)
  const data = initialEvent && planning.data && { event: initialEvent, ...planning.data }
  const formRead = { data, error: read.error ?? planning.error, isValidating: read.isValidating, mutate: read.mutate }
  return (
    <Screen title={t('editEvent')} width="form">
      <Loaded
        read={formRead}
        skeleton={<RowSkeletons label={t('loading')} rows={5} height="64px" />}
        failed={t('formFailed')}
      >
        {(data) =>
          data.event.editing ? (
            <EditEvent {...data} readAnew={read.mutate} />
          ) : (
            <Notice tone="warning">{t('mayNotEdit')}</Notice>
          )
        }
      </Loaded>
    </Screen>
  )
}

type Props = {
  event: EventRead
  settings: Settings
  venues: readonly Venue[]
  fieldLabel: string
  readAnew: () => Promise<unknown>
}
/**
 * `isOwn`: the coach's own first attempt, whose response was lost, changed the event; `asksAgain`: the coach has chosen to ask
 * for all answers again.
 */
type OtherVersion = { event: EventRead; mine: Values; isOwn: boolean; asksAgain: boolean }

function EditEvent({ event: initialEvent, settings, venues, fieldLabel, readAnew }: Props) {
  const t = useTexts('calendar', texts)
  const navigateIfShown = useNavigateIfShown()
  const savedBefore = useSavedBefore(eventLists)
  const [base, setBase] = useState(initialEvent)
  const [otherVersion, setOtherVersion] = useState<OtherVersion>()
  const { event, editing } = base
  const eventId = event.id
  const draft = `event.${eventId}`
  const isSeries = (editing?.seriesId ?? null) !== null
  const { save } = useSave('PUT /rest-api/calendar/event/{eventId}', {
    refreshes: eventLists,
    saved: t('eventSaved'),
    sending: { timeout: 60_000 },
  })
  const formValues = (read: EventRead) => toValues(read, venues, settings.types)
  const baseValues = formValues(base)
  // A date that was moved on its own still counts as its original day in the rule.
  const ruleDay = base.series?.day ?? baseValues.day

  /**
   * `asksAgain`: the coach has confirmed it already. On top of their own earlier save, the event may no longer count as moved.
   */
  async function send(submitted: Values, baseEvent: EventRead, asksAgain = false): Promise<boolean> {
    const scope = submitted.scope || 'this'
    // Several dates keep their days, or follow another rule.
    const { day, lastDay } = scope === 'this' ? submitted : formValues(baseEvent)
    const values = { ...submitted, day, lastDay }
    const content = toContent(values, venues, baseEvent)
    const isMoved = Date.parse(content.start) !== Date.parse(baseEvent.event.start)
    const answerCount = baseEvent.turnout.going + baseEvent.turnout.notGoing
    const repeat = scope === 'this' ? undefined : changedRule(values, formValues(baseEvent))
    const askAgain =
      asksAgain ||
      (isMoved &&
        // For a cancelled event nobody is asked to answer.
        !(scope === 'this' && baseEvent.event.cancelled) &&
        (answerCount > 0 || scope !== 'this') &&
        (await confirm({
          title: t('askAgain'),
          lost: scope === 'this' ? t('askAgainHint', { count: answerCount }) : t('askAgainSeries'),
          kept: null,
          yes: t('askAgainYes'),
          no: t('askAgainNo'),
          kind: 'primary',
        })))
    try {
      const revision = baseEvent.editing?.revision ?? 1
      await save({ eventId, body: { ...content, revision, askAgain, tell: true, scope, ...(repeat && { repeat }) } })
    } catch (error) {
      const isOwn = !(error instanceof ApiProblem) || error.code !== 'conflict'
      if (isOwn) savedBefore(error)
      const current = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId })
      const seenValues: Values = isOwn ? { ...values, scope: 'this' } : formValues(baseEvent)
      if (changedFields(seenValues, formValues(current)).length > 0) {
        setOtherVersion({ event: current, mine: values, isOwn, asksAgain: askAgain })
        return false
      }
      // An invisible change is no reason to ask. If this date is already saved, the other dates may not be, or answers may still
      // have to be asked for again.
      if (!isOwn || scope !== 'this' || askAgain) return send(values, current, askAgain)
    }
    // The event's screen must start with the saved state, not the previous one.
    if (!repeat) await readAnew()
    // Under another rule this date may no longer exist.
    const month = values.day.slice(0, 7)
    const calendarPath = paths.calendar({ orgId: organizationOf(eventId), teamId: teamOf(eventId) }, { month })
    navigateIfShown(repeat ? calendarPath : paths.event({ eventId }), { replace: true })
    return true
  }
  /**
   * Saves over the other version. The comparison stays until it is saved; errors are shown here, since the form does
   * not see them.
   */
  async function saveOverOther({ event: current, mine, asksAgain }: OtherVersion) {
    try {
      if (await send(mine, current, asksAgain)) keepDraft(draft, {})
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.isReported) showSnackbar({ text: problemText(problem), tone: 'danger' })
    }
  }
  return (
    <>
      {otherVersion && (
        <Conflict
          previousValues={baseValues}
          otherValues={formValues(otherVersion.event)}
          ownValues={otherVersion.mine}
          isOwn={otherVersion.isOwn}
          venues={venues}
          typeNames={typeNamesIn([base, otherVersion.event], settings.types)}
          onKeepOther={() => {
            // The form restarts from the other version: the draft would be applied on top of it.
            keepDraft(draft, {})
            setBase(otherVersion.event)
            setOtherVersion(undefined)
          }}
          onSaveOwn={() => void saveOverOther(otherVersion)}
        />
      )}
      <EventForm
        {...{ settings, venues, fieldLabel, eventId }}
        key={editing?.revision}
        orgUnitId={event.orgUnit.id}
        series={isSeries ? { following: ruleDay, all: initialEvent.series?.first ?? ruleDay } : undefined}
        values={baseValues}
        typeName={base.event.eventType.name}
        draft={draft}
        isNew={false}
        submit={t('save')}
        save={(values) => send(values, base)}
      />
    </>
  )
}
