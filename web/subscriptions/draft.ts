import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { type PlanName, signupDefaults } from '#shared/rules/subscriptions.ts'
import type { SportName } from '#shared/rules/sports.ts'
import { readerZone } from '../kit/format.ts'
import { newPart } from '../api/newPart.ts'

/** The club being created, kept in this tab's session storage during signup. */
export type Draft = {
  /** Generated once, so that repeated requests create one club. */
  orgId: string
  orgName: string
  sport: SportName | ''
  timezone: string
  teams: number
  /** For a renewal, the club that `teams` was chosen for. */
  teamsOf: string | undefined
  plan: PlanName
  couponCode: string
}

const storageKey = 'subscriptions.draft'
const newDraft = (): Draft => ({
  orgId: newPart('o'),
  orgName: '',
  sport: '',
  timezone: readerZone(),
  teams: signupDefaults.teams,
  teamsOf: undefined,
  plan: 'annual',
  couponCode: '',
})

let current: Draft | undefined
const [subscribe, emit] = createEmitter()

function readDraft(): Draft {
  if (current) return current
  try {
    current = { ...newDraft(), ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Draft>) }
  } catch {
    current = newDraft()
  }
  return current
}

function writeDraft(next: Draft | undefined): void {
  current = next
  try {
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage it lasts as long as the page.
  }
  emit()
}

export const changeDraft = (change: Partial<Draft>): void => writeDraft({ ...readDraft(), ...change })
export const endDraft = (): void => writeDraft(undefined)
/** Ends the draft once its club exists. */
export function endDraftForClub(orgId: string): void {
  if (readDraft().orgId === orgId) endDraft()
}

export const useDraft = (): Draft => useSyncExternalStore(subscribe, readDraft)
