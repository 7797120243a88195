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
  changedIn,
  contentOf,
  type EventRead,
  otherRule,
  type Settings,
  typeNamesIn,
  type Values,
  valuesOf,
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
  const [began, setBegan] = useState<EventRead>()
  // The state that the form began with: others' changes are reported on saving, not merged while typing.
  if (read.data && !began) setBegan(read.data)
  const data = began && planning.data && { event: began, ...planning.data }
  const both = { data, error: read.error ?? planning.error, isValidating: read.isValidating, mutate: read.mutate }
  return (
    <Screen title={t('editEvent')} width="form">
      <Loaded
        read={both}
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
type Theirs = { event: EventRead; mine: Values; isOwn: boolean; asksAgain: boolean }

function EditEvent({ event: began, settings, venues, fieldLabel, readAnew }: Props) {
  const t = useTexts('calendar', texts)
  const navigateIfShown = useNavigateIfShown()
  const savedBefore = useSavedBefore(eventLists)
  const [base, setBase] = useState(began)
  const [theirs, setTheirs] = useState<Theirs>()
  const { event, editing } = base
  const eventId = event.id
  const draft = `event.${eventId}`
  const isSeries = (editing?.seriesId ?? null) !== null
  const { save } = useSave('PUT /rest-api/calendar/event/{eventId}', {
    refreshes: eventLists,
    saved: t('eventSaved'),
    sending: { timeout: 60_000 },
  })
  const formOf = (read: EventRead) => valuesOf(read, venues, settings.types)
  const standing = formOf(base)
  // A date that was moved on its own still counts as its original day in the rule.
  const ruleDay = base.series?.day ?? standing.day

  /**
   * `asksAgain`: the coach has confirmed it already. On top of their own earlier save, the event may no longer count as moved.
   */
  async function send(asked: Values, upon: EventRead, asksAgain = false): Promise<boolean> {
    const scope = asked.scope || 'this'
    // Several dates keep their days, or follow another rule.
    const values = scope === 'this' ? asked : { ...asked, day: formOf(upon).day, lastDay: '' }
    const content = contentOf(values, venues, upon)
    const isMoved = Date.parse(content.start) !== Date.parse(upon.event.start)
    const answered = upon.turnout.going + upon.turnout.notGoing
    const repeat = scope === 'this' ? undefined : otherRule(values, formOf(upon))
    const askAgain =
      asksAgain ||
      (isMoved &&
        // For a cancelled event nobody is asked to answer.
        !(scope === 'this' && upon.event.cancelled) &&
        (answered > 0 || scope !== 'this') &&
        (await confirm({
          title: t('askAgain'),
          lost: scope === 'this' ? t('askAgainHint', { count: answered }) : t('askAgainSeries'),
          kept: null,
          yes: t('askAgainYes'),
          no: t('askAgainNo'),
          kind: 'primary',
        })))
    try {
      const revision = upon.editing?.revision ?? 1
      await save({ eventId, body: { ...content, revision, askAgain, tell: true, scope, ...(repeat && { repeat }) } })
    } catch (error) {
      const isOwn = !(error instanceof ApiProblem) || error.code !== 'conflict'
      if (isOwn) savedBefore(error)
      const now = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId })
      const seen: Values = isOwn ? { ...values, scope: 'this' } : formOf(upon)
      if (changedIn(seen, formOf(now)).length > 0) {
        setTheirs({ event: now, mine: values, isOwn, asksAgain: askAgain })
        return false
      }
      // An invisible change is no reason to ask. If this date is already saved, the other dates may not be, or answers may still
      // have to be asked for again.
      if (!isOwn || scope !== 'this' || askAgain) return send(values, now, askAgain)
    }
    // The event's screen must start with the saved state, not the previous one.
    if (!repeat) await readAnew()
    // Under another rule this date may no longer exist.
    const month = values.day.slice(0, 7)
    const list = paths.calendar({ orgId: organizationOf(eventId), teamId: teamOf(eventId) }, { month })
    navigateIfShown(repeat ? list : paths.event({ eventId }), { replace: true })
    return true
  }
  /**
   * Saves over the other version. The comparison stays until it is saved; errors are shown here, since the form does
   * not see them.
   */
  async function sendMine({ event: now, mine, asksAgain }: Theirs) {
    try {
      if (await send(mine, now, asksAgain)) keepDraft(draft, {})
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.isReported) showSnackbar({ text: problemText(problem), tone: 'danger' })
    }
  }
  return (
    <>
      {theirs && (
        <Conflict
          before={standing}
          theirs={formOf(theirs.event)}
          mine={theirs.mine}
          isOwn={theirs.isOwn}
          venues={venues}
          typeNames={typeNamesIn([base, theirs.event], settings.types)}
          keepTheirs={() => {
            // The form restarts from the other version: the draft would be applied on top of it.
            keepDraft(draft, {})
            setBase(theirs.event)
            setTheirs(undefined)
          }}
          sendMine={() => void sendMine(theirs)}
        />
      )}
      <EventForm
        {...{ settings, venues, fieldLabel, eventId }}
        key={editing?.revision}
        orgUnitId={event.orgUnit.id}
        series={isSeries ? { following: ruleDay, all: began.series?.first ?? ruleDay } : undefined}
        values={standing}
        typeName={base.event.eventType.name}
        draft={draft}
        isNew={false}
        submit={t('save')}
        save={(values) => send(values, base)}
      />
    </>
  )
}
