/**
 * Every time zone and the abbreviations of its clocks, from the IANA time zone database (release 2024a,
 * public domain). One line for zones that agree: names, a bar, then periods separated by semicolons. A
 * period may begin with its first second (base 36) and `@`, and lists the abbreviations by offset from
 * UTC (seconds, base 36). An offset that is not listed has no name and is written as a number: `+0545`.
 */
export const zoneNames = `
Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome Africa/Nouakchott Africa/Ouagadougou Africa/Timbuktu Atlantic/Reykjavik Atlantic/St_Helena Iceland|-qw:LMT,0:GMT
Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte|6tg:LMT,8c0:EAT
Africa/Algiers|0:WET,fl:PMT,kc:LMT,2s0:WEST;-fkul40@0:WET,2s0:CET,5k0:CEST;oot80@0:WET,2s0:WEST;42lp80@0:WET,2s0:CET,5k0:CEST;5drxc0@0:WET,2s0:WEST;5wuyo0@2s0:CET
Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Niamey Africa/Porto-Novo|0:GMT,mn:LMT,2s0:WAT
Africa/Bissau|-2vw:LMT,0:GMT
Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo|5k0:CAT,618:LMT
Africa/Cairo Egypt|5k0:EET,5sl:LMT,8c0:EEST
Africa/Casablanca|-1ek:LMT
Africa/Ceuta|-zg:LMT,0:WET,2s0:WEST;7eveo0@2s0:CET,5k0:CEST
Africa/El_Aaiun|-2g0:LMT
Africa/Johannesburg Africa/Maseru Africa/Mbabane|460:SAST,56o:LMT,5k0:SAST,8c0:SAST
Africa/Juba|5k0:CAT,5us:LMT,8c0:CAST;fodfs0@5k0:CAT,8c0:EAT
Africa/Khartoum|5k0:CAT,60w:LMT,8c0:CAST;fodfs0@5k0:CAT,8c0:EAT
Africa/Monrovia|-1zw:LMT;-19xcbc4@-226:MMT,-1zw:MMT,0:GMT
Africa/Ndjamena|2s0:WAT,2sc:LMT,5k0:WAST
Africa/Sao_Tome|-1p9:LMT,0:GMT,18w:LMT,2s0:WAT
Africa/Tripoli Libya|2fw:LMT,2s0:CET,5k0:CEST;-5qotg0@2s0:CET,5k0:EET;6e3980@2s0:CET,5k0:CEST;am3h80@2s0:CET,5k0:EET;e833w0@5k0:CEST;ehhx40@2s0:CET,5k0:EET;mkeao0@5k0:CEST;mv76o0@5k0:EET
Africa/Tunis|fl:PMT,1vw:LMT,2s0:CET,5k0:CEST
Africa/Windhoek|360:LMT,5k0:SAST,8c0:SAST;ajtx40@2s0:WAT,5k0:CAT
America/Adak America/Atka US/Aleutian|-wpq:LMT,-uk0:NST,-rs0:NWT,xya:LMT;-cq2tg0@-uk0:NST,-rs0:NPT;-1fq440@-uk0:BST,-rs0:BDT;77ss00@-rs0:AHST;79e140@-rs0:HST,-p00:HDT
America/Anchorage US/Alaska|-rs0:AST,-rrc:LMT,-p00:AWT,12wo:LMT;-cq2tg0@-rs0:AST,-p00:APT;-1fq6w0@-rs0:AHST,-p00:AHDT;77sp80@-p00:YST;79dyc0@-p00:AKST,-m80:AKDT
America/Anguilla America/Antigua America/Aruba America/Blanc-Sablon America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot America/Montserrat America/Port_of_Spain America/Puerto_Rico America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin|-c8p:LMT,-b40:AST,-8c0:AWT;-cq2tg0@-b40:AST,-8c0:APT
America/Araguaina|-8xc:LMT
America/Argentina/Buenos_Aires America/Buenos_Aires|-bw0:CMT,-ato:LMT
America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca|-c6k:LMT,-bw0:CMT
America/Argentina/Cordoba America/Cordoba America/Rosario|-bw0:LMT;-138a9g0@-bw0:CMT
America/Argentina/Jujuy America/Jujuy|-c3c:LMT,-bw0:CMT
America/Argentina/La_Rioja|-cdo:LMT,-bw0:CMT
America/Argentina/Mendoza America/Mendoza|-cqs:LMT,-bw0:CMT
America/Argentina/Rio_Gallegos|-ctg:LMT,-bw0:CMT
America/Argentina/Salta|-c44:LMT,-bw0:CMT
America/Argentina/San_Juan|-cos:LMT,-bw0:CMT
America/Argentina/San_Luis|-cac:LMT,-bw0:CMT
America/Argentina/Tucuman|-c2s:LMT,-bw0:CMT
America/Argentina/Ushuaia|-cnc:LMT,-bw0:CMT
America/Asuncion|-aog:LMT;-15r0ynk@-aog:AMT
America/Atikokan America/Cayman America/Coral_Harbour America/Panama|-eso:CMT,-eq8:LMT,-dw0:EST
America/Bahia|-74s:LMT
America/Bahia_Banderas|-jho:LMT,-jg0:MST,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-m80:PST,-jg0:MST,-go0:CST;dphic0@-jg0:MST,-go0:MDT,-dw0:CDT;lb57g0@-go0:CST,-dw0:CDT
America/Barbados|-b40:AST,-b1h:LMT,-8c0:ADT
America/Belem|-8z8:LMT
America/Belize|-go0:CST,-gc0:LMT,-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;21s0o0@-go0:CST,-dw0:CDT
America/Boa_Vista|-b8g:LMT
America/Bogota|-dps:LMT;-18s2sy8@-dps:BMT
America/Boise|-m80:PST,-lip:LMT,-jg0:PDT;-oc9iw0@-jg0:MST,-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-1e8kc0@-jg0:MST,-go0:MDT
America/Cambridge_Bay|-jg0:MST,-go0:MWT,0:-00;-cq2tg0@-jg0:MST,-go0:MPT;17qro0@-jg0:MST,-go0:MDT;fkgjk0@-go0:CST,-dw0:CDT;g36jg0@-go0:CST,-dw0:EST;gb3vo0@-jg0:MST,-go0:MDT
America/Campo_Grande|-a44:LMT
America/Cancun|-go0:CST,-g2g:LMT,-dw0:EST,-b40:EDT;ex1so0@-go0:CST,-dw0:CDT;nj3280@-dw0:EST
America/Caracas|-ce8:LMT,-ce4:CMT
America/Cayenne|-9ow:LMT
America/Chicago US/Central|-go0:CST,-g8c:LMT,-dw0:CDT;-hnqf40@-go0:CST,-dw0:EST;-h24n40@-go0:CST,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-ccw1s0@-go0:CST,-dw0:CDT
America/Chihuahua|-jn8:LMT,-jg0:MST,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-go0:CST,-dw0:CDT;eqxno0@-jg0:MST,-go0:MDT;rkk3k0@-go0:CST
America/Ciudad_Juarez|-jpw:LMT,-jg0:MST,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-go0:CST,-dw0:CDT;eqxno0@-jg0:MST,-go0:MDT;rkk3k0@-jg0:MST,-go0:CST;rreh00@-jg0:MST,-go0:MDT
America/Costa_Rica|-fkd:LMT;-15r0trn@-go0:CST,-fkd:SJMT,-dw0:CDT
America/Creston America/Phoenix US/Arizona|-kr6:LMT,-jg0:MST,-go0:MDT;-ek1z00@-jg0:MST,-go0:MWT;-1e8kc0@-jg0:MST,-go0:MDT
America/Cuiaba|-adw:LMT
America/Danmarkshavn|-3gg:LMT,0:GMT
America/Dawson|-ptg:LMT,-p00:YST,-m80:YDT;-ek1tg0@-m80:YWT;-cq2tg0@-p00:YST,-m80:YPT,-jg0:YDDT;1ztvo0@-m80:PST,-jg0:PDT;qj3vg0@-jg0:MST
America/Dawson_Creek|-m9k:LMT,-m80:PST,-jg0:PDT;-ek1w80@-jg0:PWT;-cq2tg0@-m80:PST,-jg0:PPT;-bu5tk0@-m80:PST,-jg0:PDT;1e0p00@-jg0:MST
America/Denver America/Shiprock Navajo US/Mountain|-jg0:MST,-jfw:LMT,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-2g1oc0@-jg0:MST,-go0:MDT
America/Detroit US/Michigan|-go0:CST,-fdn:LMT,-dw0:EST,-b40:EWT;-cq2tg0@-dw0:EST,-b40:EPT;-bbfz80@-dw0:EST,-b40:EDT
America/Edmonton America/Yellowknife Canada/Mountain|-l0g:LMT,-jg0:MST,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-bu5wc0@-jg0:MST,-go0:MDT
America/Eirunepe|-cxs:LMT
America/El_Salvador|-go0:CST,-gio:LMT,-dw0:CDT
America/Ensenada America/Santa_Isabel America/Tijuana Mexico/BajaNorte|-m80:PST,-lo4:LMT,-jg0:MST;-k84cg0@-m80:PST,-jg0:PDT;-eg90g0@-jg0:PWT;-cq2a00@-m80:PST,-jg0:PPT;-bcgxs0@-m80:PST,-jg0:PDT
America/Fort_Nelson|-mpz:LMT,-m80:PST,-jg0:PDT;-ek1w80@-jg0:PWT;-cq2tg0@-m80:PST,-jg0:PPT;-bu5tk0@-m80:PST,-jg0:PDT;nkw140@-jg0:MST
America/Fort_Wayne America/Indiana/Indianapolis America/Indianapolis US/East-Indiana|-go0:CST,-fye:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-ccw1s0@-go0:CST,-dw0:CDT;-7o0f40@-go0:CST,-dw0:EST,-b40:EDT
America/Fortaleza|-74o:LMT
America/Glace_Bay|-b40:AST,-b3o:LMT,-8c0:ADT;-ek27c0@-8c0:AWT;-cq2tg0@-b40:AST,-8c0:APT;-8pgq00@-b40:AST,-8c0:ADT
America/Godthab America/Nuuk|-9kw:LMT
America/Goose_Bay|-b6s:LMT,-9rg:NST,-9q0:NST,-6zg:NDT,-6y0:NDT;-efdvm0@-6y0:NWT;-cq2tg0@-9q0:NST,-6y0:NPT;-cc6be0@-b40:AST,-9q0:NST,-8c0:ADT,-6y0:NDT,-5k0:ADDT
America/Grand_Turk|-e7y:KMT,-dw0:EST,-d68:LMT,-b40:EDT;nkvss0@-b40:AST;p5ezg0@-dw0:EST,-b40:EDT
America/Guatemala|-grg:LMT,-go0:CST,-dw0:CDT
America/Guayaquil|-es8:LMT,-ejc:QMT
America/Guyana|-arr:LMT
America/Halifax Canada/Atlantic|-bs0:LMT,-b40:AST,-8c0:ADT;-ek27c0@-8c0:AWT;-cq2tg0@-b40:AST,-8c0:APT;-ccw7c0@-b40:AST,-8c0:ADT
America/Havana Cuba|-f9c:HMT,-f94:LMT,-dw0:CST,-b40:CDT
America/Hermosillo|-kjs:LMT,-jg0:MST,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-m80:PST,-jg0:MST,-go0:CST;dphic0@-jg0:MST,-go0:MDT
America/Indiana/Knox America/Knox_IN US/Indiana-Starke|-go0:CST,-g1i:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-bu5z40@-go0:CST,-dw0:CDT;-407z40@-go0:CST,-dw0:EST;-1e8n40@-go0:CST,-dw0:CDT;bdxy40@-dw0:EST;ix3240@-go0:CST,-dw0:CDT
America/Indiana/Marengo|-go0:CST,-fzn:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-9qwps0@-go0:CST,-dw0:CDT;-4iy1s0@-dw0:EST,-b40:EDT;23fcs0@-dw0:CDT;2ijss0@-dw0:EST,-b40:EDT
America/Indiana/Petersburg|-go0:CST,-g5v:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-7nnm00@-go0:CST,-dw0:CDT;-2g1r40@-go0:CST,-dw0:EST;-1e8n40@-go0:CST,-dw0:CDT;432zg0@-dw0:EST;ix3240@-go0:CST,-dw0:CDT;jqyzg0@-dw0:EST,-b40:EDT
America/Indiana/Tell_City|-go0:CST,-g2f:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-7nnm00@-go0:CST,-dw0:CDT;-2yrts0@-go0:CST,-dw0:EST;-vikg0@-go0:CST,-dw0:CDT,-b40:EDT;-3fm00@-dw0:EST,-b40:EDT;ix3240@-go0:CST,-dw0:CDT
America/Indiana/Vevay|-go0:CST,-fr4:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-86qhs0@-dw0:EST,-b40:EDT
America/Indiana/Vincennes|-go0:CST,-g7j:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-ccw1s0@-go0:CST,-dw0:CDT;-2yrts0@-dw0:EST,-b40:EDT;ix3240@-go0:CST,-dw0:CDT;jqyzg0@-dw0:EST,-b40:EDT
America/Indiana/Winamac|-go0:CST,-g1d:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-ccw1s0@-go0:CST,-dw0:CDT;-4iy1s0@-dw0:EST,-b40:EDT;ix3240@-go0:CST,-dw0:CDT,-b40:EDT;jqywo0@-dw0:EST,-b40:EDT
America/Inuvik|-m80:PST,-jg0:PDT,-go0:MDT,0:-00;54j7k0@-jg0:MST,-go0:MDT
America/Iqaluit America/Pangnirtung|-b40:EWT,0:-00;-cq2tg0@-dw0:EST,-b40:EPT;17qm40@-go0:CST,-dw0:EST,-b40:EDT;fsdq80@-dw0:CDT;g36jg0@-dw0:EST,-b40:EDT
America/Jamaica Jamaica|-e7y:LMT;-15r0v42@-e7y:KMT,-dw0:EST,-b40:EDT
America/Juneau|-ow5:LMT,-m80:PST,-jg0:PWT,15rv:LMT;-cq2tg0@-m80:PST,-jg0:PPT;-csc80@-m80:PST,-jg0:PDT;5dweg0@-m80:YDT;5n9fs0@-p00:YST,-m80:PST,-jg0:PDT;79dyc0@-p00:AKST,-m80:AKDT
America/Kentucky/Louisville America/Louisville|-go0:CST,-fvq:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-ccw7ac@-go0:CST,-dw0:CDT;-4emkk0@-dw0:EST,-b40:EDT;23fcs0@-dw0:CDT;2ijss0@-dw0:EST,-b40:EDT
America/Kentucky/Monticello|-go0:CST,-fpo:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-vikg0@-go0:CST,-dw0:CDT;g36jg0@-dw0:EST,-b40:EDT
America/La_Paz|-cmc:LMT;-15r0wpo@-cmc:CMT,-9uc:BST
America/Lima|-eac:LMT,-e9o:LMT
America/Los_Angeles US/Pacific|-m80:PST,-lwa:LMT,-jg0:PDT;-ek1w80@-jg0:PWT;-cq2tg0@-m80:PST,-jg0:PPT;-bdliuc@-m80:PST,-jg0:PDT
America/Maceio|-6m4:LMT
America/Managua|-go0:CST,-fzc:MMT,-fz8:LMT,-dw0:EST;4t08o0@-go0:CST,-dw0:CDT;bhceg0@-go0:CST,-dw0:EST;iepvc0@-go0:CST,-dw0:CDT
America/Manaus Brazil/West|-b44:LMT
America/Martinique|-bb8:LMT;-15r0y0s@-bb8:FFMT,-b40:AST,-8c0:ADT
America/Matamoros|-i20:LMT,-go0:CST,-dw0:CDT
America/Mazatlan Mexico/BajaSur|-jpg:LMT,-jg0:MST,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-m80:PST,-jg0:MST,-go0:CST;dphic0@-jg0:MST,-go0:MDT
America/Menominee|-go0:CST,-g83:LMT,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-ccw1s0@-go0:CST,-dw0:CDT;-cshs0@-dw0:EST;1qgos0@-go0:CST,-dw0:CDT
America/Merida|-go0:CST,-glg:LMT,-dw0:EST;dphfk0@-go0:CST,-dw0:CDT
America/Metlakatla|-od6:LMT,-m80:PST,-jg0:PWT,16au:LMT;-cq2tg0@-m80:PST,-jg0:PPT;-csc80@-p00:AKST,-m80:PST,-jg0:PDT;o3z580@-p00:AKST,-m80:AKDT;phnyg0@-p00:AKST,-m80:PST;po5d80@-p00:AKST,-m80:AKDT
America/Mexico_City Mexico/General|-jg0:MST,-id0:LMT,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-go0:CST,-dw0:CDT;-dlc7c0@-go0:CST,-dw0:CWT;-adljc0@-go0:CST,-dw0:CDT
America/Miquelon|-b40:AST,-aeg:LMT
America/Moncton|-dw0:EST,-bzw:LMT,-b40:AST,-8c0:ADT;-ek27c0@-8c0:AWT;-cq2tg0@-b40:AST,-8c0:APT;-ccw7c0@-b40:AST,-8c0:ADT
America/Monterrey|-iks:LMT,-go0:CST,-dw0:CDT
America/Montevideo|-aer:LMT;-w4mll9@-aer:MMT
America/Montreal America/Nassau America/Nipigon America/Thunder_Bay America/Toronto Canada/Eastern|-ep8:LMT,-dw0:EST,-b40:EDT;-ek27c0@-b40:EWT;-cq2tg0@-dw0:EST,-b40:EPT;-ccw4k0@-dw0:EST,-b40:EDT
America/New_York US/Eastern|-dw0:EST,-dpe:LMT,-b40:EDT;-ek24k0@-b40:EWT;-cq2tg0@-dw0:EST,-b40:EPT;-ccw4k0@-dw0:EST,-b40:EDT
America/Nome|-umq:LMT,-uk0:NST,-rs0:NWT,101a:LMT;-cq2tg0@-uk0:NST,-rs0:NPT;-1fq440@-uk0:BST,-rs0:BDT,-p00:YST;79dyc0@-p00:AKST,-m80:AKDT
America/Noronha Brazil/DeNoronha|-604:LMT
America/North_Dakota/Beulah|-jg0:MST,-iuj:LMT,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-1e8kc0@-jg0:MST,-go0:MDT;lbi8w0@-go0:CST,-dw0:CDT
America/North_Dakota/Center|-jg0:MST,-irc:LMT,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-1e8kc0@-jg0:MST,-go0:MDT;bwo3k0@-go0:CST,-dw0:CDT
America/North_Dakota/New_Salem|-jg0:MST,-is3:LMT,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-1e8kc0@-jg0:MST,-go0:MDT;hncu80@-go0:CST,-dw0:CDT
America/Ojinaga|-jg0:MST,-jc4:LMT,-go0:CST;-k6j3c0@-jg0:MST,-go0:MDT;-jpan80@-go0:CST,-dw0:CDT;eqxno0@-jg0:MST,-go0:MDT;rkk3k0@-go0:CST,-dw0:CDT
America/Paramaribo|-a84:PMT,-a7s:LMT,-a7o:PMT
America/Port-au-Prince|-dw0:EST,-de8:LMT,-ddo:PPMT,-b40:EDT
America/Porto_Acre America/Rio_Branco Brazil/Acre|-ck0:LMT
America/Porto_Velho|-bu0:LMT
America/Punta_Arenas|-d4s:LMT,-d39:SMT
America/Rainy_River America/Winnipeg Canada/Central|-hzo:LMT,-go0:CST,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-cc64g0@-go0:CST,-dw0:CDT
America/Rankin_Inlet|-go0:CST,-dw0:CDT,0:-00;g36jg0@-dw0:EST;gb3sw0@-go0:CST,-dw0:CDT
America/Recife|-6go:LMT
America/Regina Canada/Saskatchewan|-jg0:MST,-jdo:LMT,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-cdlwc0@-jg0:MST,-go0:MDT;-5210c0@-go0:CST
America/Resolute|-go0:CST,-dw0:CDT,0:-00;g36jg0@-dw0:EST;gb3sw0@-go0:CST,-dw0:CDT;j7vy40@-dw0:EST;jeqbk0@-go0:CST,-dw0:CDT
America/Santarem|-a4o:LMT
America/Santiago Chile/Continental|-d39:LMT;-15r0w8r@-d39:SMT
America/Santo_Domingo|-dw0:EST,-cyo:SDMT,-cy0:LMT,-b40:EDT;2ijn80@-dw0:EST,-b40:AST
America/Sao_Paulo Brazil/East|-8ms:LMT
America/Scoresbysund|-42g:LMT
America/Sitka|-p21:LMT,-m80:PST,-jg0:PWT,15lz:LMT;-cq2tg0@-m80:PST,-jg0:PPT;-csc80@-p00:YST,-m80:PST,-jg0:PDT;79dyc0@-p00:AKST,-m80:AKDT
America/St_Johns Canada/Newfoundland|-9rg:LMT;-18vs8wk@-9rg:NST,-9q0:NST,-6zg:NDT,-6y0:NDT;-efdvm0@-6y0:NWT;-cq2tg0@-9q0:NST,-6y0:NPT;-cc6be0@-9q0:NST,-6y0:NDT,-460:NDDT
America/Swift_Current|-jyw:LMT,-jg0:MST,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-ccvz00@-jg0:MST,-go0:MDT;17qro0@-go0:CST
America/Tegucigalpa|-go0:CST,-g5g:LMT,-dw0:CDT
America/Thule|-cqk:LMT,-b40:AST,-8c0:ADT
America/Vancouver Canada/Pacific|-mss:LMT,-m80:PST,-jg0:PDT;-ek1w80@-jg0:PWT;-cq2tg0@-m80:PST,-jg0:PPT;-ccvw80@-m80:PST,-jg0:PDT
America/Whitehorse Canada/Yukon|-p0c:LMT,-p00:YST,-m80:YDT;-ek1tg0@-m80:YWT;-cq2tg0@-p00:YST,-m80:YPT,-jg0:YDDT;-207b00@-m80:PST,-jg0:PDT;qj3vg0@-jg0:MST
America/Yakutat|-pvj:LMT,-p00:YST,-m80:YWT,14sh:LMT;-cq2tg0@-p00:YST,-m80:YPT;-cs9g0@-p00:YST,-m80:YDT;79dyc0@-p00:AKST,-m80:AKDT
Antarctica/Casey Antarctica/Davis Antarctica/Mawson Antarctica/Palmer Antarctica/Rothera Antarctica/Vostok Pacific/Enderbury Pacific/Kanton|0:-00
Antarctica/DumontDUrville Pacific/Chuuk Pacific/Port_Moresby Pacific/Truk Pacific/Yap|r8w:PMMT,r94:LMT
Antarctica/Macquarie|0:-00,rs0:AEST,uk0:AEDT
Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland|vy0:NZMT,wd4:LMT,xc0:NZST,yq0:NZST,1040:NZDT
Antarctica/Syowa Asia/Aden Asia/Kuwait Asia/Riyadh|8ng:LMT
Antarctica/Troll|0:-00;ibruo0@
Arctic/Longyearbyen Atlantic/Jan_Mayen Europe/Berlin Europe/Copenhagen Europe/Oslo Europe/Stockholm|2h4:LMT,2s0:CET,5k0:CEST,8c0:CEMT
Asia/Almaty|e90:LMT
Asia/Amman|5k0:EET,6nk:LMT,8c0:EEST;rkfjo0@
Asia/Anadyr|wv8:LMT
Asia/Aqtau|9b4:LMT
Asia/Aqtobe|al4:LMT
Asia/Ashgabat Asia/Ashkhabad|at8:LMT
Asia/Atyrau|9m8:LMT
Asia/Baghdad|880:BMT,884:LMT
Asia/Bahrain Asia/Qatar|9jk:LMT
Asia/Baku|98c:LMT
Asia/Bangkok Asia/Phnom_Penh Asia/Vientiane Indian/Christmas|im4:LMT;-1ayyla4@im4:BMT
Asia/Barnaul|fic:LMT
Asia/Beirut|5k0:EET,6ko:LMT,8c0:EEST
Asia/Bishkek|dtc:LMT
Asia/Brunei Asia/Kuching|kfk:LMT
Asia/Calcutta Asia/Kolkata|eva:MMT,fa0:IST,gcw:HMT,gd4:LMT
Asia/Chita|l0g:LMT
Asia/Choibalsan|l7c:LMT
Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Shanghai PRC|m80:CST,mhj:LMT,p00:CDT
Asia/Colombo|esc:LMT,esk:MMT
Asia/Dacca Asia/Dhaka|gcw:HMT,gqs:LMT
Asia/Damascus|5k0:EET,6q0:LMT,8c0:EEST;rkfjo0@
Asia/Dili|n98:LMT
Asia/Dubai Asia/Muscat Indian/Mahe Indian/Reunion|a8o:LMT
Asia/Dushanbe|cqo:LMT
Asia/Famagusta|5k0:EET,6ac:LMT,8c0:EEST;od5jo0@;oyjzs0@5k0:EET,8c0:EEST
Asia/Gaza|5k0:EET,6ds:LMT,8c0:EEST;-1ceto0@5k0:IST,8c0:IDT;dkh140@5k0:EET,8c0:EEST
Asia/Hebron|5k0:EET,6hz:LMT,8c0:EEST;-1ceto0@5k0:IST,8c0:IDT;dkh140@5k0:EET,8c0:EEST
Asia/Ho_Chi_Minh Asia/Saigon|jqu:LMT;-x5692u@jqu:PLMT
Asia/Hong_Kong Hongkong|l56:LMT,m80:HKT,nm0:HKWT,p00:HKST;-emgia0@m80:HKT,p00:JST;-cda8w0@m80:HKT,p00:HKST
Asia/Hovd|gz0:LMT
Asia/Irkutsk|jb5:LMT;-1ayylz5@jb5:IMT
Asia/Istanbul Europe/Istanbul Turkey|5d4:LMT,5ew:IMT,5k0:EET,8c0:EEST;4fid00@5k0:EET;7zg2k0@5k0:EET,8c0:EEST;od3p00@
Asia/Jakarta|js0:LMT;-1hftyg0@jg0:WIB,js0:BMT
Asia/Jayapura|q20:LMT;-34rzq0@p00:WIT
Asia/Jerusalem Asia/Tel_Aviv Israel|5k0:IST,6ig:JMT,6iu:LMT,8c0:IDT,b40:IDDT
Asia/Kabul|ctc:LMT
Asia/Kamchatka|tdo:LMT
Asia/Karachi|cf0:LMT;n33g0@dw0:PKT,go0:PKST
Asia/Kashgar Asia/Urumqi|g7w:LMT
Asia/Kathmandu Asia/Katmandu|fss:LMT
Asia/Khandyga|p3p:LMT
Asia/Krasnoyarsk|h72:LMT
Asia/Kuala_Lumpur Asia/Singapore Singapore|j8d:LMT;-100ewkd@j8d:SMT
Asia/Macao Asia/Macau|l0y:LMT,m80:CST;-ccrt00@m80:CST,p00:CDT
Asia/Magadan|rxc:LMT
Asia/Makassar Asia/Ujung_Pandang|m40:LMT;-q3gzg0@m40:MMT;-co37o0@m80:WITA
Asia/Manila|-189c:LMT,m80:PST,meo:LMT,p00:PDT;-efxa80@m80:PST,p00:JST;-87fsw0@m80:PST,p00:PDT
Asia/Nicosia Europe/Nicosia|5k0:EET,66g:LMT,8c0:EEST
Asia/Novokuznetsk|g5c:LMT
Asia/Novosibirsk|fcs:LMT
Asia/Omsk|dl6:LMT
Asia/Oral|9ic:LMT
Asia/Pontianak|k8w:LMT;-w6piww@k8w:PMT;-34ru60@jg0:WIB,m80:WITA
Asia/Pyongyang|nac:LMT,nm0:KST,p00:JST;-cpmro0@nm0:KST,p00:KST
Asia/Qostanay|bs4:LMT
Asia/Qyzylorda|c4g:LMT
Asia/Rangoon Asia/Yangon Indian/Cocos|htb:LMT;-1ayykhb@htb:RMT
Asia/Sakhalin|qfc:LMT
Asia/Samarkand|ceh:LMT
Asia/Seoul ROK|nig:LMT,nm0:KST,p00:JST;-couzo0@nm0:KST,p00:KST,qe0:KDT,rs0:KDT
Asia/Srednekolymsk|sgs:LMT
Asia/Taipei ROC|m80:CST,mi0:LMT,p00:JST;-cc1sw0@m80:CST,p00:CDT
Asia/Tashkent|ctz:LMT
Asia/Tbilisi|8an:LMT;-1ayyayn@8an:TBMT
Asia/Tehran Iran|9iw:LMT;-s6m6uw@9iw:TMT
Asia/Thimbu Asia/Thimphu|glo:LMT
Asia/Tokyo Japan|p00:JST,pvn:LMT,rs0:JDT
Asia/Tomsk|fqf:LMT
Asia/Ulaanbaatar Asia/Ulan_Bator|jsk:LMT
Asia/Ust-Nera|qiu:LMT
Asia/Vladivostok|of7:LMT
Asia/Yakutsk|o0y:LMT
Asia/Yekaterinburg|af5:PMT,b89:LMT
Asia/Yerevan|88o:LMT
Atlantic/Azores|-5aw:HMT,-4r4:LMT;-eg6040@-2s0:+00;-eaeo80@0:-01;-dxsw40@-2s0:+00;-dqyo80@0:-01;-depus0@-2s0:+00;-d88lk0@0:-01;-cvzs40@-2s0:+00;-cpiiw0@0:-01;3rwo40@;bv7pg0@0:WET;c4kqs0@
Atlantic/Bermuda|-c06:LMT;-15r0xbu@-c06:BMT,-b40:AST,-986:BST,-8c0:ADT
Atlantic/Canary|-2uo:LMT,0:WET,2s0:WEST
Atlantic/Cape_Verde|-4cs:LMT
Atlantic/Faeroe Atlantic/Faroe|-194:LMT,0:WET,2s0:WEST
Atlantic/Madeira|-34o:LMT;-18vsfjc@-34o:FMT;-eg62w0@0:+01;-eaer00@2s0:+00;-dxsyw0@0:+01;-dqyr00@2s0:+00;-depxk0@0:+01;-d88oc0@2s0:+00;-cvzuw0@0:+01;-cpilo0@2s0:+00;-1yeyc0@0:WET,2s0:WEST
Atlantic/South_Georgia|-6rk:LMT
Atlantic/Stanley|-apo:LMT;-15r0ymc@-apo:SMT
Australia/ACT Australia/Canberra Australia/NSW Australia/Sydney|rs0:AEST,s04:LMT,uk0:AEDT
Australia/Adelaide Australia/South|p00:ACST,pnw:LMT,qe0:ACST,t60:ACDT
Australia/Brisbane Australia/Queensland|rs0:AEST,sc8:LMT,uk0:AEDT
Australia/Broken_Hill Australia/Yancowinna|p00:ACST,q70:LMT,qe0:ACST,rs0:AEST,t60:ACDT
Australia/Currie Australia/Hobart Australia/Tasmania|ra4:LMT,rs0:AEST,uk0:AEDT
Australia/Darwin Australia/North|o88:LMT,p00:ACST,qe0:ACST,t60:ACDT
Australia/Eucla|nv4:LMT
Australia/LHI Australia/Lord_Howe|rs0:AEST,tgk:LMT
Australia/Lindeman|rl8:LMT,rs0:AEST,uk0:AEDT
Australia/Melbourne Australia/Victoria|qug:LMT,rs0:AEST,uk0:AEDT
Australia/Perth Australia/West|lgc:LMT,m80:AWST,p00:AWDT
CET|2s0:CET,5k0:CEST
CST6CDT|-go0:CST,-dw0:CDT;-ek21s0@-dw0:CWT;-cq2tg0@-go0:CST,-dw0:CPT;-1e8n40@-go0:CST,-dw0:CDT
Chile/EasterIsland Pacific/Easter|-k94:LMT;-15r0p2w@-k94:EMT
EET|5k0:EET,8c0:EEST
EST|-dw0:EST
EST5EDT|-dw0:EST,-b40:EDT;-ek24k0@-b40:EWT;-cq2tg0@-dw0:EST,-b40:EPT;-1e8pw0@-dw0:EST,-b40:EDT
Eire Europe/Dublin|-169:LMT;-1anxqtr@-169:DMT,0:GMT,1lr:IST,2s0:BST;-oxiyg0@0:GMT,2s0:IST
Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich|0:GMT
Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9|
Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu|0:UTC
Europe/Amsterdam Europe/Brussels Europe/Luxembourg|t6:LMT;-1ayy3h6@0:WET,t6:BMT,2s0:CET,5k0:CEST;-qj59g0@0:WET,2s0:WEST,5k0:CEST;-e6dzw0@2s0:CET,5k0:CEST
Europe/Andorra|0:WET,a4:LMT,2s0:CET,5k0:CEST
Europe/Astrakhan|8wc:LMT
Europe/Athens|4e4:LMT;-12rxtq4@4e4:AMT,5k0:EET,8c0:EEST;-eyqoc0@2s0:CET,5k0:CEST;-dfp1g0@5k0:EET,8c0:EEST
Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire|-23:LMT,0:GMT,2s0:BST,5k0:BDST
Europe/Belgrade Europe/Ljubljana Europe/Podgorica Europe/Sarajevo Europe/Skopje Europe/Zagreb|2s0:CET,3so:LMT,5k0:CEST
Europe/Bratislava Europe/Prague|2o8:LMT;-1qmkw08@0:GMT,2o8:PMT,2s0:CET,5k0:CEST
Europe/Bucharest|4u0:LMT;-14u7wu0@4u0:BMT,5k0:EET,8c0:EEST
Europe/Budapest|2s0:CET,3j8:LMT,5k0:CEST
Europe/Busingen Europe/Vaduz Europe/Zurich|1dm:BMT,1kw:LMT,2s0:CET,5k0:CEST
Europe/Chisinau Europe/Tiraspol|4u0:BMT,5bo:CMT,5c8:LMT,5k0:EET,8c0:EEST;-euq8c0@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;am73s0@5k0:EET,8c0:EEST
Europe/Gibraltar|-zo:LMT,0:GMT,2s0:BST,5k0:BDST;-6mxp40@2s0:CET,5k0:CEST
Europe/Helsinki Europe/Mariehamn|4md:LMT;-1bss9yd@4md:HMT,5k0:EET,8c0:EEST
Europe/Kaliningrad|2s0:CET,3so:LMT,5k0:CEST;-cwm2w0@5k0:EET,8c0:EEST;-cdzpk0@8c0:MSK,b40:MSD;a1bbw0@5k0:EET,8c0:EEST;liow00@5k0:EET
Europe/Kiev Europe/Kyiv Europe/Uzhgorod Europe/Zaporozhye|5ng:LMT;-1ayy8bg@5k0:EET,5ng:KMT,8c0:MSK;-erdv00@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;ap2t40@5k0:EET,8c0:EEST
Europe/Kirov|97c:LMT;a1b940@8c0:MSK,b40:MSD;b34fw0@;blufs0@8c0:MSK,b40:MSD;liot80@8c0:MSK,b40:MSK
Europe/Lisbon Portugal|-1p9:LMT,0:WET,2s0:WEST,5k0:WEMT;-1yf140@0:WET,2s0:CET;3rwlc0@0:WET,2s0:WEST,5k0:CEST;bv7pg0@2s0:CET,5k0:CEST;dp3uo0@0:WET,2s0:WEST
Europe/Madrid|-ok:LMT,0:WET,2s0:WEST,5k0:WEMT;-fjrxg0@2s0:CET,5k0:CEST
Europe/Malta|2os:LMT,2s0:CET,5k0:CEST
Europe/Minsk|53c:MMT,53s:LMT,5k0:EET,8c0:MSK;-evpf00@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;b34fw0@5k0:EET,8c0:EEST;liow00@
Europe/Monaco Europe/Paris|fl:LMT;-154gb3l@0:WET,fl:PMT,2s0:WEST,5k0:CEST;-e6dzw0@2s0:CET,5k0:CEST;-d8caw0@2s0:WEST,5k0:WEMT;-cofek0@2s0:CET,5k0:CEST
Europe/Moscow W-SU|6yh:LMT;-1ayy9mh@6yh:MMT,707:MMT,8c0:MSK,9s7:MST,b40:MSD,ck7:MDST,dw0:MDST;-pgkok0@5k0:EET,8c0:MSK,b40:MSD;b34fw0@5k0:EET,8c0:EEST;bi8yo0@8c0:MSK,b40:MSD;liot80@8c0:MSK,b40:MSK
Europe/Riga|4gy:LMT;-1ayy74y@4gy:RMT,5k0:EET,78y:LST,8c0:MSK;-evjv00@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;a1bbw0@5k0:EET,8c0:EEST
Europe/Rome Europe/San_Marino Europe/Vatican|2b8:LMT;-1hs7rn8@2b8:RMT,2s0:CET,5k0:CEST
Europe/Samara|99w:LMT
Europe/Saratov|8j6:LMT
Europe/Simferopol|5k0:EET,6ao:SMT,6bc:LMT,8c0:MSK;-ep8300@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;ap2vw0@5k0:EET,8c0:EEST,b40:MSD;cwnp80@5k0:EET,8c0:MSK,b40:MSD;e7u040@5k0:EET,8c0:EEST,b40:MSK;ne0t40@8c0:MSK
Europe/Sofia|2s0:CET,4bg:LMT,5ew:IMT,5k0:EET;-dytrw0@2s0:CET,5k0:CEST;-cx0l40@5k0:EET,8c0:EEST
Europe/Tallinn|4l0:LMT;-1ayy790@2s0:CET,4l0:TMT,5k0:CEST;-peghx0@5k0:EET,8c0:MSK;-ern4c0@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;a1bbw0@5k0:EET,8c0:EEST
Europe/Tirane|2s0:CET,3o8:LMT,5k0:CEST
Europe/Ulyanovsk|8yo:LMT
Europe/Vienna|2s0:CET,30x:LMT,5k0:CEST
Europe/Vilnius|2s0:CET,3w0:WMT,4fc:KMT,4os:LMT,5k0:EET,8c0:MSK;-evwto0@2s0:CET,5k0:CEST,8c0:MSK,b40:MSD;a1bbw0@2s0:CET,5k0:EET,8c0:EEST;eqk2s0@2s0:CET,5k0:CEST;fkfuk0@5k0:EET,8c0:EEST
Europe/Volgograd|884:LMT;9il6g0@8c0:MSK,b40:MSD;b34fw0@;blufs0@8c0:MSK,b40:MSD;liot80@8c0:MSK,b40:MSK;pha580@8c0:MSK
Europe/Warsaw Poland|3w0:LMT;-1ayy6k0@2s0:CET,3w0:WMT,5k0:CEST;-qrqd80@2s0:CET,5k0:EET,8c0:EEST;-feqak0@2s0:CET,5k0:CEST
HST|-rs0:HST
Indian/Chagos|des:LMT
Indian/Kerguelen Indian/Maldives|dm0:LMT;-1ayyga0@dm0:MMT
Indian/Mauritius|anc:LMT
Kwajalein Pacific/Kwajalein|uzk:LMT
MET|2s0:MET,5k0:MEST
MST|-jg0:MST
MST7MDT|-jg0:MST,-go0:MDT;-ek1z00@-go0:MWT;-cq2tg0@-jg0:MST,-go0:MPT;-1e8kc0@-jg0:MST,-go0:MDT
NZ-CHAT Pacific/Chatham|xz0:LMT
PST8PDT|-m80:PST,-jg0:PDT;-ek1w80@-jg0:PWT;-cq2tg0@-m80:PST,-jg0:PPT;-1e8hk0@-m80:PST,-jg0:PDT
Pacific/Apia|-vsw:LMT,yv4:LMT
Pacific/Bougainville|r8w:PMMT,st4:LMT
Pacific/Efate|v64:LMT
Pacific/Fakaofo|-vpk:LMT
Pacific/Fiji|x4w:LMT
Pacific/Funafuti Pacific/Majuro Pacific/Tarawa Pacific/Wake Pacific/Wallis|w1g:LMT
Pacific/Galapagos|-glc:LMT
Pacific/Gambier|-ozo:LMT
Pacific/Guadalcanal Pacific/Pohnpei Pacific/Ponape|tmc:LMT
Pacific/Guam Pacific/Saipan|-13v0:LMT,qt0:LMT,rs0:GST,uk0:GDT;g5z2w0@rs0:ChST
Pacific/Honolulu Pacific/Johnston US/Hawaii|-t8e:LMT,-t60:HST,-qe0:HDT;-ek1pa0@-qe0:HWT;-cq2tg0@-t60:HST,-rs0:HST,-qe0:HPT
Pacific/Kiritimati|-t4w:LMT
Pacific/Kosrae|-10hg:LMT,u6k:LMT
Pacific/Marquesas|-pu0:LMT
Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa|-vm0:LMT,-uk0:SST,z20:LMT
Pacific/Nauru|uws:LMT
Pacific/Niue|-vgs:LMT
Pacific/Norfolk|v3s:LMT
Pacific/Noumea|uto:LMT
Pacific/Palau|-15rg:LMT,owk:LMT
Pacific/Pitcairn|-o38:LMT
Pacific/Rarotonga|-tl4:LMT,112w:LMT
Pacific/Tahiti|-rp4:LMT
Pacific/Tongatapu|y80:LMT
WET|0:WET,2s0:WEST
`;
