import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { choose } from '../kit/confirm.ts'
import { goOnWith, isTwice, settle, takeOver, typedOnDevice } from './carry.ts'
import { type Family, type Form, nameIn, type Values } from './filled.ts'
import english from './texts.en.json'

type Props = { registrationId: string; form: Form; drafts: Family['drafts']; skeleton: ReactNode; children: ReactNode }

/**
 * If a user typed something both before and after signing in, they choose which one the form continues with, before the form
 * reads either. Dismissing the question continues with their own, and it is asked again next time.
 */
export function WhichTyped({ registrationId, form, drafts, skeleton, children }: Props) {
  const t = useTexts('register', english)
  const [isAsked, setAsked] = useState(() => {
    // Input that has reached the server is no longer unsent, so there is nothing to choose.
    settle(registrationId, drafts)
    takeOver(registrationId)
    return isTwice(registrationId)
  })
  const ask = useEffectEvent(async () => {
    const { own, strangers } = typedOnDevice(registrationId)
    const nameOf = ({ answers = {} }: Partial<Values>) => fullName(nameIn(form, answers)) || t('noNameYet')
    const isStrangers = await choose({
      title: t('whichTyped'),
      lost: [t('typedEarlier', { name: nameOf(own) }), t('typedBefore', { name: nameOf(strangers) }), t('otherGoes')],
      kept: null,
      no: t('goOnEarlier'),
      yes: t('goOnBefore'),
      kind: 'primary',
    })
    if (isStrangers !== undefined) goOnWith(registrationId, isStrangers ? 'strangers' : 'own')
  })
  useEffect(() => {
    if (isAsked) void ask().then(() => setAsked(false))
  }, [isAsked])
  return isAsked ? skeleton : children
}
