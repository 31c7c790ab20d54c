import type { Locale } from './locales.ts'
import type { Texts } from './translate.ts'
import heCommon from './he/common.json' with { type: 'json' }
import heCalendar from './he/calendar.json' with { type: 'json' }
import heFeature from './he/feature.json' with { type: 'json' }
import heOrder from './he/order.json' with { type: 'json' }
import heSeats from './he/seats.json' with { type: 'json' }
import heCheckout from './he/checkout.json' with { type: 'json' }
import heReservation from './he/reservation.json' with { type: 'json' }
import heCancel from './he/cancel.json' with { type: 'json' }
import heChange from './he/change.json' with { type: 'json' }
import heDocument from './he/document.json' with { type: 'json' }
import heFriend from './he/friend.json' with { type: 'json' }
import heMessages from './he/messages.json' with { type: 'json' }
import heErrors from './he/errors.json' with { type: 'json' }
import heForm from './he/form.json' with { type: 'json' }
import heArea from './he/area.json' with { type: 'json' }
import heBroker from './he/broker.json' with { type: 'json' }
import heSignIn from './he/signIn.json' with { type: 'json' }
import heAccount from './he/account.json' with { type: 'json' }
import heStates from './he/states.json' with { type: 'json' }
import heWaitList from './he/waitList.json' with { type: 'json' }
import heMiniSite from './he/miniSite.json' with { type: 'json' }
import heOrganiser from './he/organiser.json' with { type: 'json' }
import heSameSeats from './he/sameSeats.json' with { type: 'json' }
import heMembership from './he/membership.json' with { type: 'json' }
import heDonation from './he/donation.json' with { type: 'json' }
import heVoucher from './he/voucher.json' with { type: 'json' }
import heEnrol from './he/enrol.json' with { type: 'json' }
import heVod from './he/vod.json' with { type: 'json' }
import heLive from './he/live.json' with { type: 'json' }
import heProducer from './he/producer.json' with { type: 'json' }
import heResale from './he/resale.json' with { type: 'json' }
import heStaff from './he/staff.json' with { type: 'json' }
import heOutside from './he/outside.json' with { type: 'json' }
import heSandbox from './he/sandbox.json' with { type: 'json' }
import enCommon from './en/common.json' with { type: 'json' }
import enCalendar from './en/calendar.json' with { type: 'json' }
import enFeature from './en/feature.json' with { type: 'json' }
import enOrder from './en/order.json' with { type: 'json' }
import enSeats from './en/seats.json' with { type: 'json' }
import enCheckout from './en/checkout.json' with { type: 'json' }
import enReservation from './en/reservation.json' with { type: 'json' }
import enCancel from './en/cancel.json' with { type: 'json' }
import enChange from './en/change.json' with { type: 'json' }
import enDocument from './en/document.json' with { type: 'json' }
import enFriend from './en/friend.json' with { type: 'json' }
import enMessages from './en/messages.json' with { type: 'json' }
import enErrors from './en/errors.json' with { type: 'json' }
import enForm from './en/form.json' with { type: 'json' }
import enArea from './en/area.json' with { type: 'json' }
import enBroker from './en/broker.json' with { type: 'json' }
import enSignIn from './en/signIn.json' with { type: 'json' }
import enAccount from './en/account.json' with { type: 'json' }
import enStates from './en/states.json' with { type: 'json' }
import enWaitList from './en/waitList.json' with { type: 'json' }
import enMiniSite from './en/miniSite.json' with { type: 'json' }
import enOrganiser from './en/organiser.json' with { type: 'json' }
import enSameSeats from './en/sameSeats.json' with { type: 'json' }
import enMembership from './en/membership.json' with { type: 'json' }
import enDonation from './en/donation.json' with { type: 'json' }
import enVoucher from './en/voucher.json' with { type: 'json' }
import enEnrol from './en/enrol.json' with { type: 'json' }
import enVod from './en/vod.json' with { type: 'json' }
import enLive from './en/live.json' with { type: 'json' }
import enProducer from './en/producer.json' with { type: 'json' }
import enResale from './en/resale.json' with { type: 'json' }
import enStaff from './en/staff.json' with { type: 'json' }
import enOutside from './en/outside.json' with { type: 'json' }
import enSandbox from './en/sandbox.json' with { type: 'json' }
import ruCommon from './ru/common.json' with { type: 'json' }
import ruCalendar from './ru/calendar.json' with { type: 'json' }
import ruFeature from './ru/feature.json' with { type: 'json' }
import ruOrder from './ru/order.json' with { type: 'json' }
import ruSeats from './ru/seats.json' with { type: 'json' }
import ruCheckout from './ru/checkout.json' with { type: 'json' }
import ruReservation from './ru/reservation.json' with { type: 'json' }
import ruCancel from './ru/cancel.json' with { type: 'json' }
import ruChange from './ru/change.json' with { type: 'json' }
import ruDocument from './ru/document.json' with { type: 'json' }
import ruFriend from './ru/friend.json' with { type: 'json' }
import ruMessages from './ru/messages.json' with { type: 'json' }
import ruErrors from './ru/errors.json' with { type: 'json' }
import ruForm from './ru/form.json' with { type: 'json' }
import ruArea from './ru/area.json' with { type: 'json' }
import ruBroker from './ru/broker.json' with { type: 'json' }
import ruSignIn from './ru/signIn.json' with { type: 'json' }
import ruAccount from './ru/account.json' with { type: 'json' }
import ruStates from './ru/states.json' with { type: 'json' }
import ruWaitList from './ru/waitList.json' with { type: 'json' }
import ruMiniSite from './ru/miniSite.json' with { type: 'json' }
import ruOrganiser from './ru/organiser.json' with { type: 'json' }
import ruSameSeats from './ru/sameSeats.json' with { type: 'json' }
import ruMembership from './ru/membership.json' with { type: 'json' }
import ruDonation from './ru/donation.json' with { type: 'json' }
import ruVoucher from './ru/voucher.json' with { type: 'json' }
import ruEnrol from './ru/enrol.json' with { type: 'json' }
import ruVod from './ru/vod.json' with { type: 'json' }
import ruLive from './ru/live.json' with { type: 'json' }
import ruProducer from './ru/producer.json' with { type: 'json' }
import ruResale from './ru/resale.json' with { type: 'json' }
import ruStaff from './ru/staff.json' with { type: 'json' }
import ruOutside from './ru/outside.json' with { type: 'json' }
import ruSandbox from './ru/sandbox.json' with { type: 'json' }
import arCommon from './ar/common.json' with { type: 'json' }
import arCalendar from './ar/calendar.json' with { type: 'json' }
import arFeature from './ar/feature.json' with { type: 'json' }
import arOrder from './ar/order.json' with { type: 'json' }
import arSeats from './ar/seats.json' with { type: 'json' }
import arCheckout from './ar/checkout.json' with { type: 'json' }
import arReservation from './ar/reservation.json' with { type: 'json' }
import arCancel from './ar/cancel.json' with { type: 'json' }
import arChange from './ar/change.json' with { type: 'json' }
import arDocument from './ar/document.json' with { type: 'json' }
import arFriend from './ar/friend.json' with { type: 'json' }
import arMessages from './ar/messages.json' with { type: 'json' }
import arErrors from './ar/errors.json' with { type: 'json' }
import arForm from './ar/form.json' with { type: 'json' }
import arArea from './ar/area.json' with { type: 'json' }
import arBroker from './ar/broker.json' with { type: 'json' }
import arSignIn from './ar/signIn.json' with { type: 'json' }
import arAccount from './ar/account.json' with { type: 'json' }
import arStates from './ar/states.json' with { type: 'json' }
import arWaitList from './ar/waitList.json' with { type: 'json' }
import arMiniSite from './ar/miniSite.json' with { type: 'json' }
import arOrganiser from './ar/organiser.json' with { type: 'json' }
import arSameSeats from './ar/sameSeats.json' with { type: 'json' }
import arMembership from './ar/membership.json' with { type: 'json' }
import arDonation from './ar/donation.json' with { type: 'json' }
import arVoucher from './ar/voucher.json' with { type: 'json' }
import arEnrol from './ar/enrol.json' with { type: 'json' }
import arVod from './ar/vod.json' with { type: 'json' }
import arLive from './ar/live.json' with { type: 'json' }
import arProducer from './ar/producer.json' with { type: 'json' }
import arResale from './ar/resale.json' with { type: 'json' }
import arStaff from './ar/staff.json' with { type: 'json' }
import arOutside from './ar/outside.json' with { type: 'json' }
import arSandbox from './ar/sandbox.json' with { type: 'json' }

/** Namespaces of the text catalogues: one JSON file each per locale. */
export const NAMESPACES = [
  ...(['common', 'calendar', 'feature', 'order', 'seats', 'checkout', 'reservation', 'cancel'] as const),
  ...(['change', 'document', 'messages', 'errors', 'form', 'area', 'broker', 'signIn'] as const),
  ...(['account', 'states', 'friend', 'waitList', 'miniSite', 'organiser', 'sameSeats', 'membership', 'donation'] as const),
  ...(['voucher', 'enrol', 'vod', 'live', 'producer', 'resale', 'staff', 'outside', 'sandbox'] as const),
] as const
export type Namespace = (typeof NAMESPACES)[number]

export const RESOURCES: Readonly<Record<Locale, Readonly<Record<Namespace, Texts>>>> = {
  he: {
    common: heCommon,
    calendar: heCalendar,
    feature: heFeature,
    order: heOrder,
    seats: heSeats,
    checkout: heCheckout,
    reservation: heReservation,
    cancel: heCancel,
    change: heChange,
    document: heDocument,
    messages: heMessages,
    errors: heErrors,
    form: heForm,
    area: heArea,
    broker: heBroker,
    signIn: heSignIn,
    account: heAccount,
    states: heStates,
    friend: heFriend,
    waitList: heWaitList,
    miniSite: heMiniSite,
    organiser: heOrganiser,
    sameSeats: heSameSeats,
    membership: heMembership,
    donation: heDonation,
    voucher: heVoucher,
    enrol: heEnrol,
    vod: heVod,
    live: heLive,
    producer: heProducer,
    resale: heResale,
    staff: heStaff,
    outside: heOutside,
    sandbox: heSandbox,
  },
  en: {
    common: enCommon,
    calendar: enCalendar,
    feature: enFeature,
    order: enOrder,
    seats: enSeats,
    checkout: enCheckout,
    reservation: enReservation,
    cancel: enCancel,
    change: enChange,
    document: enDocument,
    messages: enMessages,
    errors: enErrors,
    form: enForm,
    area: enArea,
    broker: enBroker,
    signIn: enSignIn,
    account: enAccount,
    states: enStates,
    friend: enFriend,
    waitList: enWaitList,
    miniSite: enMiniSite,
    organiser: enOrganiser,
    sameSeats: enSameSeats,
    membership: enMembership,
    donation: enDonation,
    voucher: enVoucher,
    enrol: enEnrol,
    vod: enVod,
    live: enLive,
    producer: enProducer,
    resale: enResale,
    staff: enStaff,
    outside: enOutside,
    sandbox: enSandbox,
  },
  ru: {
    common: ruCommon,
    calendar: ruCalendar,
    feature: ruFeature,
    order: ruOrder,
    seats: ruSeats,
    checkout: ruCheckout,
    reservation: ruReservation,
    cancel: ruCancel,
    change: ruChange,
    document: ruDocument,
    messages: ruMessages,
    errors: ruErrors,
    form: ruForm,
    area: ruArea,
    broker: ruBroker,
    signIn: ruSignIn,
    account: ruAccount,
    states: ruStates,
    friend: ruFriend,
    waitList: ruWaitList,
    miniSite: ruMiniSite,
    organiser: ruOrganiser,
    sameSeats: ruSameSeats,
    membership: ruMembership,
    donation: ruDonation,
    voucher: ruVoucher,
    enrol: ruEnrol,
    vod: ruVod,
    live: ruLive,
    producer: ruProducer,
    resale: ruResale,
    staff: ruStaff,
    outside: ruOutside,
    sandbox: ruSandbox,
  },
  ar: {
    common: arCommon,
    calendar: arCalendar,
    feature: arFeature,
    order: arOrder,
    seats: arSeats,
    checkout: arCheckout,
    reservation: arReservation,
    cancel: arCancel,
    change: arChange,
    document: arDocument,
    messages: arMessages,
    errors: arErrors,
    form: arForm,
    area: arArea,
    broker: arBroker,
    signIn: arSignIn,
    account: arAccount,
    states: arStates,
    friend: arFriend,
    waitList: arWaitList,
    miniSite: arMiniSite,
    organiser: arOrganiser,
    sameSeats: arSameSeats,
    membership: arMembership,
    donation: arDonation,
    voucher: arVoucher,
    enrol: arEnrol,
    vod: arVod,
    live: arLive,
    producer: arProducer,
    resale: arResale,
    staff: arStaff,
    outside: arOutside,
    sandbox: arSandbox,
  },
}
