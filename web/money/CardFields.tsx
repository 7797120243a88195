import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { moneyText } from '../kit/format.ts'
import styles from './Pay.module.css'
import english from './texts.en.json'
import type { Outcome } from './usePayLink.ts'

type Typed = { status: 'success'; token: string } | { status: 'error' | 'validation' }
type Tokenizer = { submit: () => void }
type Made = { apikey: string; container: HTMLElement; submission: (typed: Typed) => void; settings: object }
declare global {
  var Tokenizer: (new (made: Made) => Tokenizer) | undefined
}

/** The provider's script, loaded once. It is from where our own policy for scripts allows it. */
function loaded(script: string): Promise<void> {
  if (globalThis.Tokenizer) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('The provider’s fields are not to be had.'))
    })
    document.head.append(element)
  })
}

type Props = {
  card: NonNullable<Outcome['card']>
  sum: number
  busy: boolean
  charge: (token: string) => Promise<void>
}
/** The provider's own fields for a card, in its frame: what is typed goes there, and comes back as a token that is charged once. */
export function CardFields(props: Props) {
  const [tries, setTries] = useState(0)
  return <Fields key={tries} {...props} again={() => setTries(tries + 1)} />
}

function Fields({ card: { publicKey, script }, sum, busy, charge, again }: Props & { again: () => void }) {
  const t = useTexts('money', english)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const fields = useRef<Tokenizer>(undefined)
  const charging = useRef(charge)
  useEffect(() => {
    charging.current = charge
  }, [charge])
  const [state, setState] = useState<'loading' | 'ready' | 'wrong' | 'away'>('loading')
  useEffect(() => {
    let isShown = true
    const show = async () => {
      await loaded(script)
      if (!isShown || !place.current || !globalThis.Tokenizer) return
      fields.current = new globalThis.Tokenizer({
        apikey: publicKey,
        container: place.current,
        settings: { payment: { types: ['card'] } },
        submission(typed) {
          if (typed.status === 'success') void charging.current(typed.token)
          else setState('wrong')
        },
      })
      setState('ready')
    }
    show().catch(() => isShown && setState('away'))
    return () => {
      isShown = false
    }
  }, [publicKey, script])
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{t('typeCard')}</h2>
      <div ref={place} className={styles.fields} />
      {state === 'wrong' && <Failure text={t('cardWrong')} />}
      {state === 'away' ? (
        <Failure text={t('fieldsAway')}>
          <Button kind="quiet" onClick={again}>
            {t('tryAgain')}
          </Button>
        </Failure>
      ) : (
        <Button kind="primary" wide busy={busy || state === 'loading'} onClick={() => fields.current?.submit()}>
          {t('payNow', { sum: moneyText(sum) })}
        </Button>
      )}
      <p className={styles.muted}>{t('payHosted')}</p>
    </Card>
  )
}
