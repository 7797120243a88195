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
  of: string
  /** Whether its owner or the club revokes it. */
  remove: 'own' | 'club'
}

/** A token: its areas, expiry and last use. */
export function TokenLine({ token, of, remove }: Props) {
  const t = useTexts('developers', english)
  const { organizationId, tokenId, name, areas, endsAt, usedOn, state } = token
  const said = { failed: t('removeFailed'), saved: t('removed') }
  const own = useSave('DELETE /rest-api/developers/tokens/{orgId}/{tokenId}', {
    ...said,
    refreshes: ['GET /rest-api/developers/tokens'],
  })
  const club = useSave('DELETE /rest-api/developers/club/{orgId}/token/{tokenId}', {
    ...said,
    refreshes: ['GET /rest-api/developers/club/{orgId}'],
  })
  const day = (when: string) => dateText(when, readerZone())
  async function ask() {
    const sure = await confirm({
      title: t('removeTitle', { name }),
      lost: t('removeLost'),
      kept: null,
      yes: t('remove'),
    })
    if (sure) await (remove === 'own' ? own : club).save({ orgId: organizationId, tokenId })
  }
  return (
    <Card as="li" dense>
      <div className={styles.line}>
        <div>
          <p className={styles.name}>
            {name} · {of} {state !== 'good' && <Badge tone="warning">{t(`state_${state}`)}</Badge>}
          </p>
          <p>{listText(areas.map((area) => t(`area_${area}`)))}</p>
          <p className={styles.hint}>
            {usedOn === null ? t('neverUsed') : t('usedOn', { day: day(usedOn) })} · {t('ends', { day: day(endsAt) })}
          </p>
        </div>
        <Button busy={own.saving || club.saving} aria-label={`${t('remove')}: ${name}`} onClick={() => void ask()}>
          {t('remove')}
        </Button>
      </div>
    </Card>
  )
}
