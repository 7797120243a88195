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
  const about = { playerId: player.id, query: teamId === undefined ? {} : { o: teamId } }
  const { save, saving } = useSave('PUT /rest-api/pictures/player/{playerId}/audience', {
    optimistic: ({ body: { to } }) => [
      change(READ, about, (known) => ({ ...known, pictures: known.pictures && { ...known.pictures, to } })),
    ],
    refreshes: [READ, 'GET /api/v1/team/{teamId}'],
    saved: t('audienceSaved'),
    failed: problemText,
  })
  const ofGuardian = useWhyCannot()({ grownUp: 'family' }, player.id)
  if (!pictures) return null
  const { to, said } = pictures
  const maySay = pictures.maySay && ofGuardian === undefined
  return (
    <Card aria-label={t('audience')}>
      {maySay ? (
        <Radios
          label={t('audience')}
          value={to ?? ''}
          options={pictureAudiences.map((value) => ({
            value,
            label: t(`audience_${value}`),
            hint: t(`audienceHint_${value}`),
          }))}
          onChange={(next) => next !== '' && !saving && void save({ ...about, body: { to: next } })}
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
        {said
          ? t('audienceSaid', { name: said.name || t('someone'), day: dateText(said.at, readerZone()) })
          : t('audienceUnsaid')}
        {!maySay && ` ${t('audienceOfFamily')}`}
      </p>
    </Card>
  )
}
