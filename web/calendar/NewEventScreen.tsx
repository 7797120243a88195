import { useParams, useSearchParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import { EventForm, todayIn } from './EventForm.tsx'
import {
  contentOf,
  type EventRead,
  newValues,
  ruleOf,
  type Settings,
  type Values,
  valuesLike,
  type Venue,
} from './eventForm.ts'
import texts from './texts.en.json'
import { eventLists, usePlanning } from './usePlanning.ts'

/** Creates an event, or a series such as a season. */
export default function NewEventScreen() {
  const t = useTexts('calendar', texts)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const planning = usePlanning(orgUnitId)
  const [search] = useSearchParams()
  const like = search.get('like') ?? ''
  const isLike = isId('event', like)
  const other = useApi('GET /rest-api/calendar/event/{eventId}', isLike ? { eventId: like } : undefined, {
    handles: ['failures', 'not_allowed'],
  })
  const read = {
    data: planning.data && (!isLike || other.data) && { ...planning.data, other: other.data },
    error: planning.error ?? other.error,
    isValidating: planning.isValidating || other.isValidating,
    mutate: () => Promise.all([planning.mutate(), other.mutate()]),
  }
  const why = useWhyCannot()('canEditEvents', orgUnitId)
  return (
    <Screen title={t('newEvent')} width="form">
      {why ? (
        <Notice tone="warning">{why}</Notice>
      ) : (
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={5} height="64px" />}
          failed={t('formFailed')}
        >
          {({ archived, ...data }) =>
            archived ? (
              <Notice tone="warning">{t('teamArchived')}</Notice>
            ) : (
              <NewEvent key={like} orgId={orgId} teamId={teamId} {...data} />
            )
          }
        </Loaded>
      )}
    </Screen>
  )
}

type Props = {
  orgId: string
  teamId: string | undefined
  settings: Settings
  venues: readonly Venue[]
  fieldLabel: string
  /** The event to copy the values from. */
  other: EventRead | undefined
}

function NewEvent({ orgId, teamId, settings, venues, fieldLabel, other }: Props) {
  const t = useTexts('calendar', texts)
  const navigateIfShown = useNavigateIfShown()
  const savedBefore = useSavedBefore(eventLists)
  const [search] = useSearchParams()
  const orgUnitId = teamId ?? orgId
  const draft = `event.new.${orgUnitId}${other ? `.like.${other.event.id}` : ''}`
  const made = useDraftPart('e', draft)
  const one = useSave('POST /rest-api/calendar/events/{orgUnitId}', { refreshes: eventLists, saved: t('eventAdded') })
  const many = useSave('POST /rest-api/calendar/series/{orgUnitId}', {
    refreshes: eventLists,
    saved: ({ events }) => t('datesAdded', { count: events }),
    sending: { timeout: 60_000 },
  })
  async function save(values: Values) {
    const content = contentOf(values, venues)
    const repeat = ruleOf(values)
    const invite = values.invite ? ('everybody' as const) : ('nobody' as const)
    const eventId = `${orgUnitId}.${made.part}`
    // A series uses the same id part with its own prefix.
    const part = `s${made.part.slice(1)}`
    const add = (): Promise<object | undefined> =>
      repeat
        ? many.save({ orgUnitId, body: { ...content, invite, repeat, part } })
        : one.save({ orgUnitId, body: { ...content, invite, mail: values.mail, eventId } })
    const added = await made.send(add, savedBefore)
    if (!added && !repeat) return navigateIfShown(paths.editEvent({ eventId }), { replace: true })
    navigateIfShown(paths.calendar({ orgId, teamId }, { month: values.day.slice(0, 7) }), { replace: true })
  }
  const today = todayIn(settings.timezone)
  const values = other
    ? valuesLike(other, { settings, venues, today })
    : newValues(search.get('day') ?? today, settings)
  return (
    <EventForm
      {...{ orgUnitId, settings, venues, fieldLabel, save }}
      values={values}
      draft={draft}
      thrownAway={made.startNew}
      isNew
      submit={t('addEvent')}
    />
  )
}
