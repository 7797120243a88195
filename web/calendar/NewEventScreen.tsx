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
  toContent,
  type EventRead,
  newValues,
  ruleOf,
  type Settings,
  type Values,
  copyValues,
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
  const likeId = search.get('like') ?? ''
  const isCopy = isId('event', likeId)
  const original = useApi('GET /rest-api/calendar/event/{eventId}', isCopy ? { eventId: likeId } : undefined, {
    handles: ['failures', 'not_allowed'],
  })
  const read = {
    data: planning.data && (!isCopy || original.data) && { ...planning.data, original: original.data },
    error: planning.error ?? original.error,
    isValidating: planning.isValidating || original.isValidating,
    mutate: () => Promise.all([planning.mutate(), original.mutate()]),
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
              <NewEvent key={likeId} orgId={orgId} teamId={teamId} {...data} />
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
  original: EventRead | undefined
}

function NewEvent({ orgId, teamId, settings, venues, fieldLabel, original }: Props) {
  const t = useTexts('calendar', texts)
  const navigateIfShown = useNavigateIfShown()
  const savedBefore = useSavedBefore(eventLists)
  const [search] = useSearchParams()
  const orgUnitId = teamId ?? orgId
  const draft = `event.new.${orgUnitId}${original ? `.like.${original.event.id}` : ''}`
  const newEvent = useDraftPart('e', draft)
  const addingEvent = useSave('POST /rest-api/calendar/events/{orgUnitId}', {
    refreshes: eventLists,
    saved: t('eventAdded'),
  })
  const addingSeries = useSave('POST /rest-api/calendar/series/{orgUnitId}', {
    refreshes: eventLists,
    saved: ({ events }) => t('datesAdded', { count: events }),
    sending: { timeout: 60_000 },
  })
  async function save(values: Values) {
    const content = toContent(values, venues)
    const repeat = ruleOf(values)
    const invite = values.invite ? ('everybody' as const) : ('nobody' as const)
    const eventId = `${orgUnitId}.${newEvent.part}`
    // A series uses the same id part with its own prefix.
    const part = `s${newEvent.part.slice(1)}`
    const add = (): Promise<object | undefined> =>
      repeat
        ? addingSeries.save({ orgUnitId, body: { ...content, invite, repeat, part } })
        : addingEvent.save({ orgUnitId, body: { ...content, invite, mail: values.mail, eventId } })
    const created = await newEvent.send(add, savedBefore)
    if (!created && !repeat) return navigateIfShown(paths.editEvent({ eventId }), { replace: true })
    navigateIfShown(paths.calendar({ orgId, teamId }, { month: values.day.slice(0, 7) }), { replace: true })
  }
  const today = todayIn(settings.timezone)
  const values = original
    ? copyValues(original, { settings, venues, today })
    : newValues(search.get('day') ?? today, settings)
  return (
    <EventForm
      {...{ orgUnitId, settings, venues, fieldLabel, save }}
      values={values}
      draft={draft}
      onDiscard={newEvent.startNew}
      isNew
      submit={t('addEvent')}
    />
  )
}
