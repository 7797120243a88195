import { useEffect, useEffectEvent } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { BuyLicence } from './BuyLicence.tsx'
import texts from './texts.en.json'
import type { Archive } from './useArchive.ts'

/** Polling interval for a free licence, in milliseconds. */
const pollInterval = 10_000

/** A team to be restored that has no licence: restores it as soon as one is free. */
export function LicenceDialog({ archive: { pending, giveUp, bringBack, saving } }: { archive: Archive }) {
  const t = useTexts('teams', texts)
  const { data } = useApi('GET /api/v1/orgOverview/{orgId}', pending && { orgId: organizationOf(pending.id) }, {
    refreshInterval: pending ? pollInterval : 0,
  })
  const licensesLeft = data?.licenses?.licensesRemaining ?? 0
  const retry = useEffectEvent(() => pending && void bringBack(pending))
  useEffect(() => {
    if (licensesLeft > 0) retry()
  }, [licensesLeft])
  return (
    <Dialog
      opened={pending !== undefined}
      close={giveUp}
      title={t('noLicence')}
      shape="ask"
      foot={
        <>
          <Button onClick={giveUp}>{t('notNow')}</Button>
          <Button busy={saving} onClick={() => pending && void bringBack(pending)}>
            {t('retry')}
          </Button>
        </>
      }
    >
      <p>{t('licencesUsed', { count: data?.licenses?.given ?? 0 })}</p>
      <p>{t('licenceWaits')}</p>
      {pending && <BuyLicence teamId={pending.id} onBought={() => void bringBack(pending)} />}
    </Dialog>
  )
}
