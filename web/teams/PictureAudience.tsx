import { pictureAudiences } from '#shared/rules/pictures.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { dateText, readerZone } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { change, useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Player } from './answers.ts'
import styles from './Picture.module.css'
import texts from './texts.en.json'

const READ = 'GET /rest-api/teams/player/{playerId}'

/** Who may see pictures of a player: set by the family, read-only for others. */
export function PictureAudience({ player, teamId }: { player: Player; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const { pictures } = player
  const input = { playerId: player.id, query: teamId === undefined ? {} : { o: teamId } }
  const { save, saving } = useSave('PUT /rest-api/pictures/player/{playerId}/audience', {
    optimistic: ({ body: { to } }) => [
      change(READ, input, (cached) => ({ ...cached, pictures: cached.pictures && { ...cached.pictures, to } })),
    ],
    refreshes: [READ, 'GET /api/v1/team/{teamId}'],
    saved: t('audienceSaved'),
    failed: problemText,
  })
  const guardianReason = useWhyCannot()({ grownUp: 'family' }, player.id)
  if (!pictures) return null
  const { to, said: decision } = pictures
  const canDecide = pictures.maySay && guardianReason === undefined
  return (
    <Card aria-label={t('audience')}>
      {canDecide ? (
        <Radios
          label={t('audience')}
          value={to ?? ''}
          options={pictureAudiences.map((value) => ({
            value,
            label: t(`audience_${value}`),
            hint: t(`audienceHint_${value}`),
          }))}
          onChange={(next) => next !== '' && !saving && void save({ ...input, body: { to: next } })}
        />
      ) : (
        <>
          <h2 className={styles.title}>{t('audience')}</h2>
          {to && (
            <p>
              <b>{t(`audience_${to}`)}</b> · {t(`audienceHint_${to}`)}
            </p>
          )}
        </>
      )}
      <p className={styles.hint}>
        {decision
          ? t('audienceSaid', { name: decision.name || t('someone'), day: dateText(decision.at, readerZone()) })
          : !to && t('audienceUnsaid')}
        {!canDecide && ` ${t('audienceOfFamily')}`}
      </p>
    </Card>
  )
}
