/** What a human check is asked for; a proof for one action is worth nothing for another. */
export type CaptchaAction = 'seats' | 'payment' | 'login' | 'codes' | 'waitList'
