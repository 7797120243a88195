import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText, listText, readerZone } from '../kit/format.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Developers.module.css'
import english from './texts.en.json'

type Token = Omit<AnswerOf<'GET /rest-api/developers/tokens'>['tokens'][number], 'organizationName'>
type Props = {
  token: Token
  /** Name of its club, or of its owner. */
  ownerName: string
  /** Whether its owner or the club revokes it. */
  removedBy: 'own' | 'club'
}

/** A token: its areas, expiry and last use. */
export function TokenLine({ token, ownerName, removedBy }: Props) {
  const t = useTexts('developers', english)
  const { organizationId, tokenId, name, areas, endsAt, usedOn, state } = token
  const saveOptions = { failed: t('removeFailed'), saved: t('removed') }
  const removingOwn = useSave('DELETE /rest-api/developers/tokens/{orgId}/{tokenId}', {
    ...saveOptions,
    refreshes: ['GET /rest-api/developers/tokens'],
  })
  const removingOfClub = useSave('DELETE /rest-api/developers/club/{orgId}/token/{tokenId}', {
    ...saveOptions,
    refreshes: ['GET /rest-api/developers/club/{orgId}'],
  })
  const day = (when: string) => dateText(when, readerZone())
  async function confirmRemove() {
    const isConfirmed = await confirm({
      title: t('removeTitle', { name }),
      lost: t('removeLost'),
      kept: null,
      yes: t('remove'),
    })
    if (isConfirmed) await (removedBy === 'own' ? removingOwn : removingOfClub).save({ orgId: organizationId, tokenId })
  }
  return (
    <Card as="li" dense>
      <div className={styles.line}>
        <div>
          <p className={styles.name}>
            {name} · {ownerName} {state !== 'good' && <Badge tone="warning">{t(`state_${state}`)}</Badge>}
          </p>
          <p>{listText(areas.map((area) => t(`area_${area}`)))}</p>
          <p className={styles.hint}>
            {usedOn === null ? t('neverUsed') : t('usedOn', { day: day(usedOn) })} · {t('ends', { day: day(endsAt) })}
          </p>
        </div>
        <Button
          busy={removingOwn.saving || removingOfClub.saving}
          aria-label={`${t('remove')}: ${name}`}
          onClick={() => void confirmRemove()}
        >
          {t('remove')}
        </Button>
      </div>
    </Card>
  )
}
