import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { dateTimeText } from '../kit/format.ts'
import type { Bound } from '../kit/form/useForm.ts'
import { Radios } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Recordings.module.css'
import { CHOICES } from './shapes.ts'
import english from './texts.en.json'

export type With = 'team' | 'players' | 'nobody'
export type Values = { title: string; eventId: string; with: With | ''; playerIds: string[]; shows: string[] }
export const toSharedWith = ({ with: who, playerIds }: Values) => ({
  team: who === 'team',
  playerIds: who === 'players' ? playerIds : [],
})

type Props = {
  teamId: string
  title: Bound<string>
  eventId: Bound<string>
  who: Bound<With | ''>
  playerIds: Bound<string[]>
  shows: Bound<string[]>
  /** The recording's current event and players, which may no longer be among the choices. */
  event?: { id: string; name: string } | null
  players?: readonly { id: string; firstName: string; lastName: string }[]
}

/** Fields of a recording: title, event, who sees it, and whom it shows. */
export function Fields({ teamId, title, eventId, who, playerIds, shows, event, players }: Props) {
  const t = useTexts('recordings', english)
  const read = useApi(CHOICES, { teamId }, { handles: ['failures', 'not_allowed'] })
  return (
    <>
      <Field label={t('title')} required autoComplete="off" {...title} />
      <Loaded
        read={read}
        failed={t('choicesFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="64px" />
            <Skeleton height="96px" />
          </Skeletons>
        }
      >
        {(choices) => {
          const playersById = new Map([...(players ?? []), ...choices.players].map((player) => [player.id, player]))
          const isEventOffered = choices.events.some(({ id }) => id === event?.id)
          return (
            <>
              <Select
                label={t('event')}
                {...eventId}
                options={[
                  { value: '', label: t('withoutEvent') },
                  ...(event && !isEventOffered ? [{ value: event.id, label: event.name }] : []),
                  ...choices.events.map(({ id, name, start, timezone }) => ({
                    value: id,
                    label: `${name} · ${dateTimeText(start, timezone)}`,
                  })),
                ]}
              />
              <Radios<With>
                label={t('whoSees')}
                {...who}
                options={[
                  { value: 'team', label: t('withTeam'), hint: t('withTeamHint') },
                  { value: 'players', label: t('withPlayers'), hint: t('withPlayersHint') },
                  { value: 'nobody', label: t('withNobody') },
                ]}
              />
              {who.value === 'players' && (
                <Players label={t('players')} all={[...playersById.values()]} {...playerIds} />
              )}
              {who.value !== 'nobody' && (
                <>
                  <Players
                    label={t('whoIsInIt')}
                    hint={t('whoIsInItHint')}
                    all={[...playersById.values()]}
                    {...shows}
                  />
                  <MissingConsent players={choices.players} shows={shows.value} team={who.value === 'team'} />
                </>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type Player = { id: string; firstName: string; lastName: string }
type PlayersProps = Bound<string[]> & { label: string; hint?: string; all: readonly Player[] }

/** Chooses players of a team. */
function Players({ label, hint, all, value, onChange, fault }: PlayersProps) {
  return (
    <fieldset className={styles.players}>
      <legend>{label}</legend>
      {hint && <p className={styles.muted}>{hint}</p>}
      {all.map((player) => (
        <Checkbox
          key={player.id}
          label={fullName(player)}
          value={value.includes(player.id)}
          onChange={(on) => onChange(on ? [...value, player.id] : value.filter((id) => id !== player.id))}
        />
      ))}
      {fault && <p role="alert">{fault}</p>}
    </fieldset>
  )
}

type TeamPlayer = { id: string; firstName: string; lastName: string; mayBeShown: boolean }

/**
 * Before a film is shared: players whose families have not consented to being shown. While nobody is named in a film for the
 * whole team, all players of the team are checked, since any of them may be in it.
 */
function MissingConsent({
  players,
  shows,
  team,
}: {
  players: readonly TeamPlayer[]
  shows: readonly string[]
  team: boolean
}) {
  const t = useTexts('recordings', english)
  const isNamed = shows.length > 0
  const names = players
    .filter(({ id, mayBeShown }) => !mayBeShown && (isNamed ? shows.includes(id) : team))
    .map(fullName)
  if (names.length === 0) return null
  const [firstNames, moreCount] = [names.slice(0, 5).join(', '), names.length - 5]
  return (
    <Notice tone="warning">
      {isNamed
        ? t('hiddenFromOthers', { names: names.join(', ') })
        : moreCount > 0
          ? t('notAllowedMany', { names: firstNames, count: moreCount })
          : t('notAllowed', { names: firstNames })}
    </Notice>
  )
}
