/**
 * The invented people whom the sandboxes know. Their running numbers are below 20, which nobody has who was
 * issued a number.
 */
export type InventedPerson = {
  nationalId: string;
  firstName: string;
  lastName: string;
  /** Null where the register may not tell it. */
  home: { address: string; postalCode: string; city: string } | null;
  deceased?: true;
};

const home = (address: string, postalCode: string, city: string) => ({ address, postalCode, city });

export const people: readonly InventedPerson[] = [
  {
    nationalId: '0101700019',
    firstName: 'Ylfa',
    lastName: 'Ránardóttir',
    home: home('Sandkassagötu 1', '101', 'Reykjavík'),
  },
  {
    nationalId: '1706850089',
    firstName: 'Skarphéðinn',
    lastName: 'Ýmisson',
    home: home('Hlutaveltustíg 17', '600', 'Akureyri'),
  },
  {
    nationalId: '2412990079',
    firstName: 'Védís',
    lastName: 'Hrafnfjörð',
    home: home('Jólaseli 24', '170', 'Seltjarnarnesi'),
  },
  {
    nationalId: '2902960059',
    firstName: 'Bryndís Eik',
    lastName: 'Fannberg',
    home: home('Hlaupársvegi 29', '400', 'Ísafirði'),
  },
  {
    nationalId: '1503150180',
    firstName: 'Óskar Logi',
    lastName: 'Ylfuson',
    home: home('Sandkassagötu 1', '101', 'Reykjavík'),
  },
  {
    nationalId: '0505950069',
    firstName: 'Þórhildur',
    lastName: 'Marglóð',
    home: home('Vartöluhlíð 5', '700', 'Egilsstöðum'),
  },
  {
    nationalId: '2005050180',
    firstName: 'Kjartan Snær',
    lastName: 'Drangsson',
    home: home('Neitunarbakka 20', '220', 'Hafnarfirði'),
  },
  {
    nationalId: '1205880019',
    firstName: 'Hallgerður Þöll',
    lastName: 'Steinbogadóttir',
    home: home('Pappírsgerði 12', '900', 'Vestmannaeyjum'),
  },
  {
    nationalId: '1503100080',
    firstName: 'Sveinn Tindur',
    lastName: 'Þagalsson',
    home: home('Þagnarlundi 15', '340', 'Stykkishólmi'),
  },
  {
    nationalId: '0203450029',
    firstName: 'Ingimundur Forni',
    lastName: 'Dalsteinsson',
    deceased: true,
    home: home('Minningargötu 2', '580', 'Siglufirði'),
  },
  { nationalId: '3011780039', firstName: 'Sunna Huld', lastName: 'Leyndal', home: null },
];
