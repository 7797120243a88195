import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { TurnoutChart } from '../events/TurnoutChart.tsx'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { dateText, dayStartText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Player } from './answers.ts'
import { OtherTeam } from './OtherTeam.tsx'
import styles from './Player.module.css'
import { PictureAudience } from './PictureAudience.tsx'
import { PlayerPicture } from './PictureField.tsx'
import { PlayerStanding } from './PlayerStanding.tsx'
import { PlayerForm } from './PlayerForm.tsx'
import { PlayerTags } from './PlayerTags.tsx'
import { Season } from './Season.tsx'
import { TeamNames } from './TeamNames.tsx'
import texts from './texts.en.json'

/** A player: personal data, teams, contacts and attendance. `?o=` is the team by which the reader knows them. */
export default function PlayerScreen() {
  const t = useTexts('teams', texts)
  const { playerId = '' } = useParams()
  const o = useSearchParams()[0].get('o') ?? ''
  const query = isId('team', o) ? { o } : {}
  const read = useApi('GET /rest-api/teams/player/{playerId}', { playerId, query }, { handles: ['failures'] })
  const [isEditing, setIsEditing] = useState(false)
  const { data } = read
  const canEdit = data?.permissions.includes('canEditPlayers') ?? false
  // The reader's own player, whatever other rights they have in the club: the server sets `maySay` for the family.
  const isOwn = !canEdit && data?.pictures?.maySay === true
  const guardianReason = useWhyCannot()({ grownUp: 'family' }, playerId)
  const hasFamily = data !== undefined && (isOwn || canEdit || data.permissions.length === 0)
  return (
    <Screen
      title={data ? fullName(data) : t('player')}
      actions={
        !isEditing && (
          <>
            {data?.permissions.includes('chatEnabled') && (
              <ButtonLink loads to={paths.chat({}, { orgId: organizationOf(playerId), playerId })}>
                {t('chatWithFamily')}
              </ButtonLink>
            )}
            {hasFamily && <ButtonLink to={paths.family({ playerId }, query)}>{t('family')}</ButtonLink>}
            {(isOwn || canEdit) && (
              <Button
                onClick={() => setIsEditing(true)}
                {...(isOwn && guardianReason !== undefined && { disabledReason: guardianReason })}
              >
                {t('edit')}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded
        read={read}
        failed={t('playerFailed')}
        skeleton={
          <Skeletons label={t('playerLoading')}>
            <Skeleton height="96px" />
            <Skeleton height="240px" />
          </Skeletons>
        }
      >
        {(player) =>
          isEditing ? (
            <>
              <PlayerPicture id={playerId} name={fullName(player)} url={player.pictureUrl} teamId={query.o} />
              <PlayerForm
                player={player}
                teamId={query.o}
                isOwn={isOwn}
                refetch={read.mutate}
                close={() => setIsEditing(false)}
              />
            </>
          ) : (
            <PlayerDetails player={player} teamId={query.o} />
          )
        }
      </Loaded>
    </Screen>
  )
}

/** Moves a player to a team, also one without a team; leads to the player on that team afterwards. */
function MoveButton({ player, teamId }: { player: Player; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { teams } = player
  const from = teams.find(({ id }) => id === teamId) ?? (teams.length === 1 ? teams[0] : undefined)
  return (
    <>
      <div>
        <Button onClick={() => setIsOpen(true)}>{t(teams.length > 0 ? 'otherTeam' : 'aTeam')}</Button>
      </div>
      <OtherTeam
        opened={isOpen}
        player={{ ...player, number: from?.number ?? '', position: from?.position ?? '' }}
        currentTeamIds={teams.map(({ id }) => id)}
        from={from}
        close={() => setIsOpen(false)}
        onMoved={(o) => void navigate(paths.player({ playerId: player.id }, { o }), { replace: true })}
      />
    </>
  )
}

/** Contacts and medical notes come first: that is what a coach needs pitch-side. */
function PlayerDetails({ player, teamId }: { player: Player; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const { bornOn, teams, contacts, grownUps = [], medical, family, answered } = player
  const currentTeam = teams.find(({ id }) => id === teamId)
  const teamDetails = [currentTeam?.number && t('numberIs', { number: currentTeam.number }), currentTeam?.position]
    .filter(Boolean)
    .join(' · ')
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Card className={styles.head}>
          <Avatar name={fullName(player)} id={player.id} url={player.pictureUrl} size="large" />
          <div className={styles.headText}>
            {teamDetails && <span>{teamDetails}</span>}
            <span>{teams.length > 0 ? <TeamNames teams={teams} /> : t('noTeam')}</span>
            {bornOn && <span className={styles.muted}>{t('bornOnDay', { day: dateText(bornOn) })}</span>}
            {player.permissions.includes('canEditPlayers') && <MoveButton player={player} teamId={teamId} />}
          </div>
        </Card>
        {contacts && (
          <Card aria-label={t('contacts')}>
            <h2 className={styles.title}>{t('contacts')}</h2>
            {contacts.length + grownUps.length + family.length === 0 && (
              <p className={styles.muted}>{t('noContacts')}</p>
            )}
            <ul className={styles.list}>
              {contacts.map((contact) => (
                <li key={`${contact.name} ${contact.phone}`}>
                  <span>
                    {[contact.name, contact.relation].filter(Boolean).join(', ')}{' '}
                    {contact.private && <Badge>{t('privateBadge')}</Badge>}
                  </span>
                  <ContactLinks {...contact} />
                </li>
              ))}
              {grownUps.map((grownUp) => (
                <li key={`known ${grownUp.name} ${grownUp.email} ${grownUp.phone}`}>
                  <span>{grownUp.name || t('someone')}</span>
                  <ContactLinks {...grownUp} />
                </li>
              ))}
              {family.map(({ name, relation }) => (
                <li key={`${relation} ${name}`}>
                  <span>{name || t('someone')}</span>
                  <span className={styles.muted}>{relation === 'own' ? t('isFamily') : t('follows')}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {medical !== null && (
          <Card aria-label={t('medical')}>
            <h2 className={styles.title}>{t('medical')}</h2>
            <p className={styles.multiline}>{medical || t('noMedical')}</p>
          </Card>
        )}
        <OwnFields player={player} />
        <PlayerStanding playerId={player.id} teamId={teamId} />
        {player.permissions.includes('canEditPlayers') && <PlayerTags player={player} teamId={teamId} />}
        <PictureAudience player={player} teamId={teamId} />
      </div>
      {answered && (
        <div className={styles.column}>
          <UpcomingEvents player={player} />
          <Card aria-label={t('lately')}>
            <h2 className={styles.title}>{t('lately')}</h2>
            <TurnoutChart turnout={answered} />
          </Card>
          <Season playerId={player.id} teamId={teamId} />
        </div>
      )}
    </div>
  )
}

const ContactLinks = ({ phone, email }: { phone: string; email: string }) => (
  <span>
    {phone && <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>}{' '}
    {email && <a href={`mailto:${email}`}>{email}</a>}
  </span>
)

/** The answered questions that the club asks about its players. */
function OwnFields({ player: { fields } }: { player: Player }) {
  const t = useTexts('teams', texts)
  const answeredFields = (fields ?? []).filter(({ value }) => value !== '')
  if (answeredFields.length === 0) return null
  const toValueText = (type: string, value: string) =>
    type === 'DATE' ? dateText(value) : type === 'YES_NO' ? t(value === 'yes' ? 'yes' : 'no') : value
  return (
    <Card aria-label={t('ownFields')}>
      <h2 className={styles.title}>{t('ownFields')}</h2>
      <ul className={styles.list}>
        {answeredFields.map(({ id, name, type, value }) => (
          <li key={id}>
            <span className={styles.muted}>{name}</span>
            <span>{toValueText(type, value)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const statusTones = { Accepted: 'success', Declined: 'danger', Pending: 'warning' } as const

function UpcomingEvents({ player: { events } }: { player: Player }) {
  const t = useTexts('teams', texts)
  return (
    <Card aria-label={t('coming')}>
      <h2 className={styles.title}>{t('coming')}</h2>
      {events.length === 0 && <p className={styles.muted}>{t('nothingComing')}</p>}
      <ul className={styles.list}>
        {events.slice(0, 12).map(({ event, status }) => (
          <li key={event.id}>
            <span>
              {dayStartText(event.start, event.timezone)} ·{' '}
              <Link to={paths.event({ eventId: event.id })}>{event.name}</Link>
            </span>
            {event.cancelled ? (
              <Badge tone="danger">{t('eventCancelled')}</Badge>
            ) : (
              <Badge tone={statusTones[status]}>{t(`status_${status}`)}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
