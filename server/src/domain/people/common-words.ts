/**
 * Words that people make passwords of, in the languages of the pages: what attackers try first, alone, in
 * pairs, and with digits around them. Without accents, in lower case. Written for this rule, from no list of
 * leaked passwords.
 */
const text = `
password passwort passord losenord losenordet salasana wachtwoord haslo contrasena senha motdepasse adgangskode kodeord parola geslo heslo jelszo sifre
qwerty qwertz azerty asdf asdfgh zxcvbn qwertyuiop asdfghjkl zxcvbnm qazwsx qwer yuiop wasd qweasd zxc asd qwe
letmein letmeinnow welcome willkommen bienvenue bienvenido benvenuto witamy valkommen velkommen tervetuloa welkom access open sesame opensesame
admin administrator administrador root user guest gast test testing tester demo default changeme change secret secrets geheim hemlig salainen sekret segreto segredo
master login logon signin account service server system manager supervisor operator support backup public private security secure
hello hallo hola bonjour ciao hejsan moikka dzien dobry servus welcomeback goodbye thankyou please sorry
love lover loveme loveyou iloveyou lovely forever always together heart kiss kisses hugs darling honey sweet sweetheart sweetie baby babygirl babyboy babe angel princess prince queen king
liebe schatz amour amore amor cherie tesoro kochanie kocham rakas alskling skat mijn liefde jetaime teamo tiamo ichliebedich
mother father mama papa mommy daddy mamma mum mom dad brother sister family familia familie famille friend friends bestfriend grandma grandpa
monkey dragon tiger lion panther jaguar eagle falcon hawk phoenix wolf bear panda puppy kitten kitty doggy dolphin shark horse pony unicorn spider snake turtle rabbit bunny chicken butterfly
shadow sunshine rainbow moonlight starlight thunder lightning storm winter summer spring autumn sommer sunny cloud ocean river mountain flower flowers rose roses daisy lily
football fussball futbol calcio soccer baseball basketball softball volleyball hockey tennis golf rugby cricket boxing karate skate skateboard snowboard surfing swimming running
liverpool chelsea arsenal manchester united city everton tottenham barcelona barca realmadrid madrid juventus milan inter napoli roma bayern munchen dortmund schalke benfica porto ajax celtic rangers
lakers yankees redsox dodgers giants cowboys steelers eagles packers raiders broncos patriots bulls knicks celtics
batman superman spiderman ironman hulk wolverine deadpool joker marvel starwars skywalker yoda vader startrek matrix gandalf hobbit frodo harry potter hogwarts pokemon pikachu charmander naruto sasuke goku dragonball sonic mario zelda minecraft fortnite warcraft worldofwarcraft counterstrike callofduty halo playstation xbox nintendo gameboy
metallica nirvana slipknot linkinpark eminem tupac beatles elvis madonna britney shakira rihanna beyonce greenday acdc ironmaiden blink music guitar piano drums rockstar rock roll
google gmail yahoo hotmail outlook facebook instagram twitter youtube linkedin amazon netflix paypal apple iphone ipad macbook samsung galaxy android nokia motorola microsoft windows office excel linux ubuntu internet computer laptop keyboard network wireless router cisco oracle mysql database
mustang ferrari porsche mercedes benz lamborghini corvette camaro bmw audi toyota honda civic yamaha suzuki kawasaki harley davidson ducati volvo volkswagen golf opel ford chevrolet chevy nissan mazda
charlie michael michelle jessica ashley daniel andrew thomas robert jordan matthew joshua christopher anthony nicholas alexander alex alexandra william james john johnny david joseph jason justin brandon ryan kevin brian eric steven stephen mark paul peter george edward richard patrick
jennifer amanda stephanie nicole samantha elizabeth sarah laura rachel rebecca megan melissa heather christina kimberly lauren emily hannah olivia sophia sophie emma isabella victoria natalie natasha vanessa patricia sandra barbara linda maria marie anna anne julia julie katie kate lisa susan karen nancy
anton martin sebastian tobias florian stefan andreas markus christian matthias michaela claudia sabine petra monika nadine katharina johanna lena
juan carlos jose luis miguel antonio manuel francisco javier pedro jorge diego fernando alejandro gabriel rafael marco giovanni giuseppe francesco alessandro andrea luca matteo lorenzo pierre jean jacques nicolas julien camille chloe
erik lars johan anders magnus mikael karl gustav niklas fredrik oskar emil linnea ingrid astrid matti jukka mikko antti kari pekka hanna piotr pawel krzysztof tomasz marcin michal jakub agnieszka magdalena katarzyna
killer hunter ranger warrior soldier sniper ninja samurai pirate wizard magic mystic ghost devil demon satan hell heaven lucifer evil dead death zombie vampire
jesus christ jesuschrist god lord blessed blessing faith hope grace glory gospel church bible amen allah buddha
freedom liberty justice peace victory winner champion legend hero lucky happy smile dream dreams dreamer success money dollar million rich power strong energy life live living party beautiful pretty sexy hottie cutie
cheese pepper ginger cookie cookies chocolate candy sugar coffee pizza banana orange apple cherry strawberry lemon peach mango pumpkin bacon butter beer vodka whiskey tequila
purple silver golden gold diamond crystal ruby emerald orange yellow green black white blue red pink violet
monday tuesday wednesday thursday friday saturday sunday montag freitag samstag sonntag january february march april may june july august september october november december januar februar januari juni juli oktober dezember
america american england english london paris berlin hamburg munich vienna wien roma milano madrid sevilla lisboa warszawa polska poland deutschland germany france francia espana italia italy brasil brazil mexico canada australia sweden sverige stockholm norge norway oslo danmark denmark suomi finland helsinki nederland holland amsterdam europe europa russia newyork boston chicago dallas texas california florida vegas
school college university student teacher doctor nurse lawyer engineer developer programmer hacker hospital clinic office company business work working home house garden kitchen window door table
valise file files folder upload download document documents transfer share sharing send sending mail email
monster mickey minnie mouse donald duck snoopy garfield scooby simpson homer bart
trustno trust noone nobody nothing whatever anything everything something forget remember never ever again number one two three four five six seven eight nine ten hundred thousand
fuck fucker fucking fuckyou fuckme motherfucker shit bullshit bitch asshole bastard dick pussy sex
abc abcd abcdef abcdefgh abcdefghijkl xyz aaa
the my is a i me you your and of in to for it not no we are am be this that with from our all can do go get big new old little mr der die das ist und ich du mein dein mi tu el la los que es mon ma le les et je te il lo un una min din och jag
`;

export const commonWords: ReadonlySet<string> = new Set(text.trim().split(/\s+/));
