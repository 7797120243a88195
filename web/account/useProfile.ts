import { type AnswerOf, ApiProblem, callApi, type Options, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import texts from './texts.en.json'

/** The page says what could not be loaded, and here is said what could not be saved. */
const handles: Options = { handles: ['failures'] }

export type Profile = AnswerOf<'GET /rest-api/users/profile'>

/**
 * One's own profile, and how a change of it is saved: the answer becomes the profile that every screen shows, and a
 * message says how it went. `save` gives the new profile; undefined when it was not saved.
 */
export function useProfile() {
  const t = useTexts('account', texts)
  const profile = useApi('GET /rest-api/users/profile', {}, handles)
  async function save(change: () => Promise<Profile>): Promise<Profile | undefined> {
    try {
      const saved = await change()
      // A read that began before this change would bring the old profile back; SWR drops it.
      await profile.mutate(saved, { revalidate: false })
      showSnackbar({ text: t('saved'), tone: 'success' })
      return saved
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.told) showSnackbar({ text: t('saveFailed'), tone: 'danger' })
      return undefined
    }
  }
  return {
    ...profile,
    saveNames: (body: { firstName: string; lastName: string }) =>
      save(() => callApi('PUT /rest-api/session/profile', { body }, handles)),
    /** `url` is a JPEG as a `data:` address. */
    putPicture: (url: string) =>
      save(() => callApi('PUT /rest-api/session/avatar', { body: { jpeg: url.slice(url.indexOf(',') + 1) } }, handles)),
    removePicture: () => save(() => callApi('DELETE /rest-api/session/avatar', {}, handles)),
  }
}
