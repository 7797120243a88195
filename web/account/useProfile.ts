import { type AnswerOf, ApiProblem, callApi, type Options, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { toFailureText } from '../shell/useSave.ts'
import texts from './texts.en.json'

/** The page shows load failures, this hook save failures. */
const handles: Options = { handles: ['failures'] }

export type Profile = AnswerOf<'GET /rest-api/users/profile'>
export type Names = { firstName: string; lastName: string }

/** The user's profile and its changes. The response to a change becomes the profile that every screen shows. */
export function useProfile() {
  const t = useTexts('account', texts)
  const profile = useApi('GET /rest-api/users/profile', {}, handles)
  async function save(change: Promise<Profile>): Promise<Profile> {
    const saved = await change
    // A read that began before this change would bring the old profile back; SWR drops it.
    await profile.mutate(saved, { revalidate: false })
    showSnackbar({ text: t('saved'), tone: 'success' })
    return saved
  }
  /** Shows a message if saving failed, and returns undefined then. */
  async function saveOrShowError(change: Promise<Profile>): Promise<Profile | undefined> {
    try {
      return await save(change)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.isReported) showSnackbar({ text: toFailureText(t('saveFailed'), error), tone: 'danger' })
      return undefined
    }
  }
  return {
    ...profile,
    /** Rejects on failure: the form shows why. */
    saveNames: (body: Names) => save(callApi('PUT /rest-api/session/profile', { body }, handles)),
    /** `url` is a JPEG as a `data:` URL. */
    putPicture: (url: string) =>
      saveOrShowError(
        callApi('PUT /rest-api/session/avatar', { body: { jpeg: url.slice(url.indexOf(',') + 1) } }, handles),
      ),
    removePicture: () => saveOrShowError(callApi('DELETE /rest-api/session/avatar', {}, handles)),
  }
}
