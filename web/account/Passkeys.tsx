import { useId } from 'react'
import { maxPasskeys } from '#shared/rules/passkeys.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import { usePasskeys } from './usePasskeys.ts'

/** The account's passkeys. `factorChanges` counts how often the second factor was turned on or off meanwhile. */
export function Passkeys({ factorChanges }: { factorChanges: number }) {
  const t = useTexts('account', texts)
  const headingId = useId()
  const { passkeyState, busy, retry, add, remove, whyCannotAdd } = usePasskeys(factorChanges)
  return (
    <Card className={styles.part} aria-labelledby={headingId} aria-busy={passkeyState === 'asking'}>
      <h2 id={headingId} className={styles.title}>
        {t('passkeys')}
      </h2>
      <p className={styles.hint}>{t('passkeysHint', { most: maxPasskeys })}</p>
      <KeptFocus label={t('passkeys')} className={styles.kept}>
        {passkeyState === 'asking' && (
          <Skeletons label={t('loading')}>
            <Skeleton height="44px" />
          </Skeletons>
        )}
        {passkeyState === 'failed' && (
          <>
            <p>{t('passkeysFailed')}</p>
            <Button onClick={retry}>{t('retry')}</Button>
          </>
        )}
        {typeof passkeyState === 'object' && passkeyState.list.length > 0 && (
          <ul className={styles.devices}>
            {passkeyState.list.map((each) => (
              <li key={each.id} className={styles.device}>
                <div>
                  <strong>{each.name}</strong>
                  <p className={styles.hint}>
                    {t('passkeySince', { when: dateTimeText(each.createdAt, readerZone()) })}
                  </p>
                </div>
                <Button
                  kind="quiet"
                  busy={busy === each.id}
                  aria-label={t('removePasskeyOf', { name: each.name })}
                  onClick={() => void remove(each)}
                >
                  {t('removePasskey')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </KeptFocus>
      {typeof passkeyState === 'object' && passkeyState.list.length > 0 && (
        <p className={styles.hint}>{t('passkeysStay')}</p>
      )}
      {typeof passkeyState === 'object' && (
        <Button
          busy={busy === 'add'}
          disabledReason={whyCannotAdd(passkeyState)}
          onClick={() => void add(passkeyState)}
        >
          {t('addPasskey')}
        </Button>
      )}
    </Card>
  )
}
