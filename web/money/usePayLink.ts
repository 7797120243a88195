import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type AnswerOf, type ApiProblem, callOpen, type InputOf } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { readerLanguage } from '../i18n.ts'
import { newPart } from '../api/newPart.ts'

export type PayView = AnswerOf<'GET /rest-api/pay/{payId}'>
export type Outcome = AnswerOf<'POST /rest-api/pay/{payId}/back'>
type Wanted = Omit<InputOf<'POST /rest-api/pay/{payId}/start'>['body'], 'attempt' | 'language'>
type State = { view?: PayView; outcome?: Outcome; problem?: ApiProblem; busy: boolean }

/** The payment that the provider's page leads back with; one whose card is typed here, which stays in the address. */
function returnedWith(): string | undefined {
  const query = new URLSearchParams(location.search)
  return query.get('card') ?? query.get('payment') ?? undefined
}

/** A reload is no return. Not while the page is being rendered, which may be begun anew before anything of it stands. */
function forgetReturned(): void {
  if (new URLSearchParams(location.search).has('payment')) history.replaceState(history.state, '', location.pathname)
}

/** The fields for a card are no more where a reload leads. */
function forgetCard(): void {
  if (new URLSearchParams(location.search).has('card')) history.replaceState(history.state, '', location.pathname)
}

/** What ends the payment whose card is typed here, or has ended it: no card is charged for it any more. */
const endings: readonly string[] = ['payment_over', 'payments_off', 'not_found']

/**
 * Pressing twice opens one page: sent again after an answer that was lost, it is the same attempt. Once something else is
 * chosen, other fees, another method, or whether the card is kept, it is another one, which ends the one before.
 */
function useAttempt() {
  const last = useRef<{ said: string; attempt: string; instead: boolean }>(undefined)
  return useMemo(
    () => ({
      named({ instead = false, ...choice }: Wanted) {
        const said = JSON.stringify(choice)
        if (last.current?.said !== said)
          last.current = { said, attempt: newPart('a'), instead: last.current !== undefined }
        return { ...choice, attempt: last.current.attempt, instead: instead || last.current.instead }
      },
      over() {
        last.current = undefined
      },
    }),
    [],
  )
}

/** What is to be paid by a link, what has become of a payment that one comes back from, and the way to the provider's page. */
export function usePayLink(payId: string) {
  const [state, setState] = useState<State>({ busy: true })
  const [first] = useState(returnedWith)
  const returned = useRef(first)
  const attempt = useAttempt()

  const shown = useRef(true)
  const change = useCallback((to: State | ((now: State) => State)) => {
    if (shown.current) setState(to)
  }, [])

  const read = useCallback(async () => {
    change((now) => ({ ...now, busy: true }))
    try {
      const outcome =
        returned.current === undefined
          ? undefined
          : await callOpen('POST /rest-api/pay/{payId}/back', { payId, body: { paymentId: returned.current } })
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId })
      change({ view, ...(outcome && { outcome }), busy: false })
    } catch (problem) {
      change((now) => ({ ...now, problem: problem as ApiProblem, busy: false }))
    }
  }, [payId, change])
  useEffect(() => {
    shown.current = true
    forgetReturned()
    void read()
    return () => {
      shown.current = false
    }
  }, [read])

  useEffect(() => {
    // By the browser's own way back the page is shown as it was left: on its way to the provider.
    const shownAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      attempt.over()
      void read()
    }
    addEventListener('pageshow', shownAgain)
    return () => removeEventListener('pageshow', shownAgain)
  }, [read, attempt])

  async function pay(wanted: Wanted): Promise<void> {
    if (state.busy) return
    change(({ view }) => ({ ...(view && { view }), busy: true }))
    try {
      const language = readerLanguage() === 'es' ? ('es' as const) : ('en' as const)
      const body = { ...attempt.named(wanted), language }
      const { url } = await callOpen('POST /rest-api/pay/{payId}/start', { payId, body })
      location.assign(url)
    } catch (error) {
      const problem = error as ApiProblem
      // A refused attempt is over; one whose answer was lost is asked again by its name.
      if (!isRetryable(problem)) attempt.over()
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => state.view)
      change({ ...(view && { view }), problem, busy: false })
    }
  }

  /**
   * Charges a card that was typed on this page; what has become of it takes the place of the fields. Where the payment is over,
   * so do the fees: one starts again from what is owed by now.
   */
  async function charge(token: string): Promise<void> {
    const paymentId = returned.current
    if (paymentId === undefined) return
    change((now) => ({ ...now, busy: true }))
    try {
      const outcome = await callOpen('POST /rest-api/pay/{payId}/card', { payId, body: { paymentId, token } })
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId })
      forgetCard()
      change({ view, outcome, busy: false })
    } catch (error) {
      const problem = error as ApiProblem
      if (!endings.includes(problem.code)) return change((now) => ({ ...now, problem, busy: false }))
      returned.current = undefined
      forgetCard()
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => state.view)
      change({ ...(view && { view }), problem, busy: false })
    }
  }
  /** Back from the fields to what can be chosen. Nothing is charged; another choice ends the payment. */
  function leaveCard(): void {
    returned.current = undefined
    forgetCard()
    change(({ view, outcome }) => ({
      ...(view && { view }),
      ...(outcome && { outcome: { ...outcome, card: null } }),
      busy: false,
    }))
  }
  /** Looks again at what is to be paid; where that cannot be read, what was read stays. */
  async function look(): Promise<void> {
    const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => undefined)
    if (view) change((now) => ({ ...now, view }))
  }
  const failed = (problem: unknown) => change((now) => ({ ...now, problem: problem as ApiProblem }))
  return { ...state, read, look, pay, charge, leaveCard, failed }
}
