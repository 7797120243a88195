import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { moneyText } from '../kit/format.ts'
import styles from './Pay.module.css'
import english from './texts.en.json'
import { useCardFrame } from './useCardFrame.ts'
import type { Outcome } from './usePayLink.ts'

type Props = {
  card: NonNullable<Outcome['card']>
  sum: number
  busy: boolean
  charge: (token: string) => Promise<void>
  /** Back to the choice of fees, without paying. */
  onBack: () => void
}
/** The provider's card fields in a frame: card data goes to the provider and comes back as a single-use token. */
export function CardFields(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <CardFrame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function CardFrame({ card, sum, busy, charge, onBack, onRetry }: Props & { onRetry: () => void }) {
  const t = useTexts('money', english)
  const id = useId()
  const { frame, address, height, state, begin, submit } = useCardFrame({
    ...card,
    onToken: (token) => void charge(token),
  })
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{t('typeCard')}</h2>
      {address && state !== 'away' && (
        <iframe
          ref={frame}
          title={t('typeCard')}
          src={`${address}/`}
          // The frame is cross-origin. `allow-same-origin` lets the provider's nested frame work and call its own API.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
          sandbox="allow-scripts allow-same-origin allow-forms"
          className={styles.fields}
          style={{ height }}
          onLoad={begin}
        />
      )}
      {state === 'wrong' && <Failure text={t('cardWrong')} />}
      {state === 'away' ? (
        <Failure text={t('fieldsAway')}>
          <Button kind="quiet" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </Failure>
      ) : (
        <Button kind="primary" wide busy={busy || state === 'loading'} onClick={submit}>
          {t('payNow', { sum: moneyText(sum) })}
        </Button>
      )}
      <Button wide busy={busy} onClick={onBack}>
        {t('back')}
      </Button>
      <p className={styles.muted}>{t('payHosted')}</p>
    </Card>
  )
}
