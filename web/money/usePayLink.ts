import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type AnswerOf, type ApiProblem, callOpen, type InputOf } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { readerLanguage } from '../i18n.ts'
import { newPart } from '../api/newPart.ts'

export type PayView = AnswerOf<'GET /rest-api/pay/{payId}'>
export type Outcome = AnswerOf<'POST /rest-api/pay/{payId}/back'>
type PaymentChoice = Omit<InputOf<'POST /rest-api/pay/{payId}/start'>['body'], 'attempt' | 'language'>
type State = { view?: PayView; outcome?: Outcome; problem?: ApiProblem; busy: boolean }

/** The payment id in the URL: set by the provider's redirect, or `card` while a card is typed on this page. */
function readReturnedPaymentId(): string | undefined {
  const query = new URLSearchParams(location.search)
  return query.get('card') ?? query.get('payment') ?? undefined
}

/**
 * Removes the id, so that a reload does not count as a return. Not to be called during render, which may be repeated before it
 * is committed.
 */
function removePaymentParam(): void {
  if (new URLSearchParams(location.search).has('payment')) history.replaceState(history.state, '', location.pathname)
}

/** Removes the card payment, so that a reload does not show its fields again. */
function removeCardParam(): void {
  if (new URLSearchParams(location.search).has('card')) history.replaceState(history.state, '', location.pathname)
}

/** Codes after which the current card payment is over and no card is charged for it. */
const endedCodes: readonly string[] = ['payment_over', 'payments_off', 'not_found']

/**
 * One payment page per attempt: a retry after a lost response uses the same attempt id. Another choice (fees, method, whether
 * to save the card) makes a new attempt, which ends the previous one.
 */
function useAttempt() {
  const lastAttempt = useRef<{ serializedChoice: string; attempt: string; instead: boolean }>(undefined)
  return useMemo(
    () => ({
      withAttempt({ instead = false, ...choice }: PaymentChoice) {
        const serializedChoice = JSON.stringify(choice)
        if (lastAttempt.current?.serializedChoice !== serializedChoice)
          lastAttempt.current = {
            serializedChoice,
            attempt: newPart('a'),
            instead: lastAttempt.current !== undefined,
          }
        return { ...choice, attempt: lastAttempt.current.attempt, instead: instead || lastAttempt.current.instead }
      },
      endAttempt() {
        lastAttempt.current = undefined
      },
    }),
    [],
  )
}

/** What is due by a payment link, the outcome of a payment the user returns from, and starting one at the provider. */
export function usePayLink(payId: string) {
  const [state, setState] = useState<State>({ busy: true })
  const [initialPaymentId] = useState(readReturnedPaymentId)
  const returnedPaymentId = useRef(initialPaymentId)
  const attempt = useAttempt()

  const isMounted = useRef(true)
  const updateState = useCallback((to: State | ((now: State) => State)) => {
    if (isMounted.current) setState(to)
  }, [])

  const reload = useCallback(async () => {
    updateState((now) => ({ ...now, busy: true }))
    try {
      const outcome =
        returnedPaymentId.current === undefined
          ? undefined
          : await callOpen('POST /rest-api/pay/{payId}/back', { payId, body: { paymentId: returnedPaymentId.current } })
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId })
      updateState({ view, ...(outcome && { outcome }), busy: false })
    } catch (problem) {
      updateState((now) => ({ ...now, problem: problem as ApiProblem, busy: false }))
    }
  }, [payId, updateState])
  useEffect(() => {
    isMounted.current = true
    removePaymentParam()
    void reload()
    return () => {
      isMounted.current = false
    }
  }, [reload])

  useEffect(() => {
    // Restored from the back/forward cache, the page would still show that it is leaving for the provider.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      attempt.endAttempt()
      void reload()
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [reload, attempt])

  async function pay(choice: PaymentChoice): Promise<void> {
    if (state.busy) return
    updateState(({ view }) => ({ ...(view && { view }), busy: true }))
    try {
      const language = readerLanguage() === 'es' ? ('es' as const) : ('en' as const)
      const body = { ...attempt.withAttempt(choice), language }
      const { url } = await callOpen('POST /rest-api/pay/{payId}/start', { payId, body })
      location.assign(url)
    } catch (error) {
      const problem = error as ApiProblem
      // A refused attempt is over; one without a response is retried under the same id.
      if (!isRetryable(problem)) attempt.endAttempt()
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => state.view)
      updateState({ ...(view && { view }), problem, busy: false })
    }
  }

  /**
   * Charges a card typed on this page; the outcome replaces the fields. If the payment is over, the fields close too, and the
   * user starts again from what is owed now.
   */
  async function charge(token: string): Promise<void> {
    const paymentId = returnedPaymentId.current
    if (paymentId === undefined) return
    updateState((now) => ({ ...now, busy: true }))
    try {
      const outcome = await callOpen('POST /rest-api/pay/{payId}/card', { payId, body: { paymentId, token } })
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId })
      removeCardParam()
      updateState({ view, outcome, busy: false })
    } catch (error) {
      const problem = error as ApiProblem
      if (!endedCodes.includes(problem.code)) return updateState((now) => ({ ...now, problem, busy: false }))
      returnedPaymentId.current = undefined
      removeCardParam()
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => state.view)
      updateState({ ...(view && { view }), problem, busy: false })
    }
  }
  /** Leaves the card fields for the choice of fees. Nothing is charged; choosing again ends the payment. */
  function leaveCard(): void {
    returnedPaymentId.current = undefined
    removeCardParam()
    updateState(({ view, outcome }) => ({
      ...(view && { view }),
      ...(outcome && { outcome: { ...outcome, card: null } }),
      busy: false,
    }))
  }
  /** Reads what is due again; keeps the previous state if that fails. */
  async function refreshView(): Promise<void> {
    const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => undefined)
    if (view) updateState((now) => ({ ...now, view }))
  }
  const setProblem = (problem: unknown) => updateState((now) => ({ ...now, problem: problem as ApiProblem }))
  return { ...state, reload, refreshView, pay, charge, leaveCard, setProblem }
}
