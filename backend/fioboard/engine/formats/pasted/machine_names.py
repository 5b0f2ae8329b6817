"""Names of systems, processors, boards and machines in sentences: the grammar of each maker's names.

A name that other things bear, too, needs its maker before it.
"""

import re

from fioboard.core.expressions import compile_later

SYSTEMS = (
    "[KXL]?[Uu]buntu(?: (?:Server|Desktop|MATE|Budgie|Cinnamon|Studio))?"
    "|Debian(?: GNU/Linux)?|Fedora|CentOS(?: Stream| Linux)?|RHEL"
    "|Red ?Hat(?: Enterprise)? Linux(?: Server)?"
    "|Rocky ?Linux|Rocky|AlmaLinux|Oracle Linux(?: Server)?|Amazon Linux|Scientific Linux|Gentoo(?: Linux)?|Arch ?Linux"
    "|Manjaro"
    "|NixOS|Alpine(?: Linux)?|Armbian|openEuler|Unraid|OpenMediaVault|XCP-ng|XenServer|(?:VMware )?ESXi"
    "|Talos(?: Linux)?"
    "|CoreOS|Flatcar(?: Container Linux)?|EndeavourOS|Void Linux|Slackware|Zorin OS|elementary OS|AnolisOS|Anolis OS"
    "|Kali(?: Linux)?(?: rolling)?"
    "|openSUSE(?: Leap| Tumbleweed)?|SLES|Proxmox(?: VE| Virtual Environment)?|PVE|(?:True|Free)NAS(?: SCALE| CORE)?"
    "|FreeBSD"
    "|OpenBSD|NetBSD|OmniOS|SmartOS|Raspberry Pi OS|RPi OS|Raspi ?OS|Raspbian|LibreELEC|OpenWrt|DietPi"
    "|Linux Mint|Pop!_OS"
    "|Qubes OS|Synology DSM|DSM|macOS"
    "|Mac OS X|OS X"
)  # fmt: skip
_CPU_NAMES = (
    r"EPYC\s(?:[A-Za-z]{4,6}\s)?\d[\dFHV]\d\d\w{0,3}",
    r"(?:Genoa|Milan|Rome|Naples|Bergamo|Turin)\s\d{4}\w?",
    r"(?:Ryzen\s)?Threadripper\s(?:PRO\s)?\d{4}\w{0,3}|Threadripper\sPRO(?=\s(?:workstation|machine|system|CPU|processor))|TR\s[1-79]9[4-9]\dW?X",
    r"Ryzen\s(?:PRO\s)?(?:[3579]\s)?(?:PRO\s)?\d{4}\w{0,3}|Ryzen\sAI\s(?:Max\+?\s)?(?:[579]\s)?(?:HX\s)?(?:PRO\s)?\d{3}",
    r"[1-9][5-9]\d0X(?:3D)?",
    r"(?:Core(?:\(TM\)|™)?\s)?i[3579][- ](?:\d{3,5}(?:[A-Z]{1,3}\d?)?|N\d{3})",
    r"(?:(?<=Intel\s)|(?<=\(R\)\s))Core(?:\(TM\)|™)?\si[3579]",
    r"Core\s(?:2\s(?:Duo|Quad)(?:\s\w\d{4})?|Ultra\s\d\s\d{3}\w{0,2})",
    r"(?:Xeon(?:\(R\)|®)?\s(?:CPU\s)?)?E[357]-\d{4}\w{0,2}(?:\s?v\d)?(?:\s@\s\d\.\d{1,2}GHz)?",
    r"Xeon(?:\(R\)|®)?\s(?:CPU\s)?(?:(?:Gold|Silver|Platinum|Bronze)\s\d{4}\w{0,2}|Phi\s\d{4}\w?|E[357]\s\d{4}\w{0,2}(?:\sv\d)?"
    r"|(?:[DEW][- ]|w\d-|[EXLW])\d{4}\w{0,3}|[3-8][1-5]\d\d[A-Z]{0,2})",
    r"(?:Gold|Silver|Platinum|Bronze)\s[3-8][1-5]\d\d[A-Z]{0,2}",
    r"[XLE]5[56][2-9]\d|E-2[1-4]\d\d[GM]?",
    r"(?<=AMD\s)(?:A\d{1,2}-\d{4}\w?|GX-\d{3}\w*|R1\d{3}G|V1\d{3}\w)|A\d{1,2}-\d{4}[KBPEU]|FX-\d{4}\w?|K6-\d(?:\s\d{3})?",
    r"(?<=AMD\s)(?:Phenom|Athlon|Opteron|Sempron|Duron|Turion)(?:\s(?:II|XP|64|X\d|FX|MP))*(?:\s\w{0,2}\d{2,4}\w{0,2}\+?)?",
    r"(?:Athlon|Phenom|Opteron|Sempron|Duron|Turion)\s(?:(?:II|XP|64|X\d|MP)\s?)*\w?\d{2,4}\w{0,2}\+?",
    r"(?:Celeron|Atom|Pentium)\s(?:(?:Silver|Gold|CPU)\s)?(?:[A-Z]{1,2}\d{3,4}\w?|x\d-\w{4,6}|\d)|(?<=Intel\s)N\d{2,4}|(?<=\(R\)\s)N\d{2,4}",
    r"J(?:1[89]|3[34]|4[01]|50|64)\d\d|N(?:3[0-4]|4[015]|5[01]|60)\d\d",
    r"Ampere\sAltra(?:\sMax)?(?:\s[QM]\d{2,3}-\d\d)?|(?:AWS\s)?Graviton\s?\d?|ThunderX\d?|Neoverse\s\w\d",
    r"Hygon\s(?:C86\s)?\d{4}|Kunpeng[ -]\d{3}|(?:IBM\s)?POWER\s?(?:[789]|1[01])|E5\s\d{4}\w?(?:\sv\d)?",
    r"RK3\d{3}\w?|BCM2[78]\d{2}|Cortex[- ][AX]\d{1,3}\w?|(?:Amlogic\s)S9\d\d\w\d?|(?:Allwinner\s)[AH]\d{1,3}",
    r"(?<=Apple\s)M[1-5](?:\s(?:Pro|Max|Ultra))?|M[1-5]\s(?:Pro|Max|Ultra)",
)
CPU = compile_later(
    r"(?:(?<![\w.-])|(?<=\d[x×*]))(?<!RX )(?<!Radeon )(?<!Optane )(?:(?:Intel|AMD|Apple)(?:\(R\)|®)?\s)?(?:"
    + "|".join(_CPU_NAMES)
    + r")(?![\w-])",
    re.IGNORECASE,
)

_BOARD_ENDS = (
    r"(?:\s(?:Steel Legend|Pro4?|PRO|Taichi|Tomahawk|Phantom|Gaming|GAMING|Aorus|AORUS|Elite|Master|Plus|PLUS"
    r"|Wi-?Fi|WIFI"
    r"|EVO|DELUXE|Deluxe|HERO|Hero|EX|Designare|Extreme|Formula|Impact|Ultra|Creator|Carbon|Unify|Ace|ACE|Mortar|II|III|Max|MAX"
    r"|R\d\.\d)){0,4}"
)
BOARD = compile_later(
    r"(?<![\w-])(?:(?:ASUS(?:TeK)?|Asus|ASRock(?: Rack)?|Gigabyte|GIGABYTE|MSI|Biostar"
    r"|BIOSTAR)\s(?!Spatium)(?P<board>(?:[A-Z][A-Za-z]+\s){0,3}"
    r"(?!RTX|GTX|RX\b|GeForce|Radeon)(?=[\w-]*\d)[A-Z][A-Z\d]{1,9}(?:[-/]\w+)*" + _BOARD_ENDS + r")"
    r"|(?P<tyan>Tyan\s[A-Z]{1,2}\d{4}\w*|Intel\s(?:S\d{4}[A-Z]{2}\w*|D[A-Z]\d{2}[A-Z]{2}))"
    r"|(?P<rack>(?:X[3-6]70|B[56]50)D4\w*(?:-\w+)*|(?:ROMED|EPYCD|GENOAD|ROME)\d\w*(?:-\w+)*|E3C2\d\dD\w+(?:-\w+)*|C[23]\d5[08]D4I(?:-\w+)*"
    r"|GA-[A-Z]\w{2,8}-\w{2,8}|(?:ROG\s(?:Crosshair|Strix|Maximus|Zenith|Rampage)|TUF\sGaming|ProArt|Crosshair)\s(?=[\w-]*[\dVX])[A-Z\d][\w-]*"
    + _BOARD_ENDS
    + r")"
    r"|(?:Supermicro\s)?(?P<code>(?:X\d{1,2}|H\d{2}|M1[12]|A\d)[DSQBPOT][A-Z0-9][A-Za-z0-9]{0,4}(?:-[A-Z0-9a-z+]{1,8}){0,3}\+?))(?![\w-])"
    r"|(?<=Supermicro\s)(?P<old>[A-Z]\d[A-Z]{2,4}\d?)(?![\w])"
)
"""Of its groups the one that is set holds the name."""

_TOWERS = r"(?:\sG(?:en)?\s?\d{1,2}(?:\sPlus)?)?"
_PRODUCT_NAMES = (
    r"(?:Dell\s(?:EMC\s)?)?(?i:PowerEdge)\s[RTCM]\d{2,4}\w{0,3}|(?i:Dell)\s(?:[RT]\d{3}(?:[xd]{2}2?)?|\d{3}xd2?)|R[2-9][2-6]0xd2?",
    r"(?i:Dell)\s(?:(?i:Inspiron|Latitude|XPS|Precision|OptiPlex|Vostro|Wyse))\s(?:\d{1,2}\s)?\w{0,2}\d{3,4}\w{0,2}|(?i:OptiPlex)\s\d{3,4}\w?|XPS\s1[3578]\s\d{4}",
    r"(?:Lenovo\s)?(?i:ThinkPad)\s[A-Z]\w{1,4}(?:\s(?:Gen\s\d|Carbon))?|(?:Lenovo\s)?Think(?:Centre|Station)\s[A-Z]\d{2,4}\w?",
    r"(?:Lenovo\s)?ThinkSystem\s[A-Z]{2}\d{3}\w?(?:\sV\d)?|Lenovo\s(?:(?:IdeaPad|Legion|Yoga|Flex|Slim)\s[A-Z\d]\w{0,7}|SR\d{3}\w?(?:\sV\d)?|[MP]\d{2,3}[a-z]{1,2})",
    r"HP\s(?:EliteBook|ProBook|Pavilion|EliteDesk|ProDesk|ZBook|Spectre|Envy|Omen|ENVY|OMEN)\s\w{2,8}(?:\sG\d{1,2})?|HP\s(?:Z[2-8]\w{1,3}|N\d{2}L|T\d{3})",
    rf"HPE?\s(?:ProLiant\s)?(?:[DMB]L\d{{2,3}}\w?|(?i:MicroServer)){_TOWERS}|ProLiant\s[DMB]L\d{{2,3}}\w?{_TOWERS}|HP\sStorageWorks\s\w{{3,8}}",
    r"Intel\sNUC\s?\w{2,12}|NUC\d{1,2}[A-Z]{2}\w{2,6}|MacBook(?:Pro|Air)\d{1,2},\d|(?i:MacBook)\s(?:Pro|Air)|(?<=[Mm]y\s)MacBook|Mac\s(?:[Mm]ini|Studio|Pro)|iMac(?:\sPro)?",
    r"(?:Cisco\s)?UCS\s[BC]\d{3}\w?(?:\sM\d)?|Cisco\s[BC]\d{3}(?:\sM\d)?|(?:Fujitsu\s)?(?i:PRIMERGY)\s[RTC]X\d{3,4}(?:\sM\d)?|Fujitsu\s[RT]X\d{3,4}(?:\s[MS]\d)?",
    r"Huawei\s\d{4}H?(?:\sV\d)?|Inspur\sNF\d{4}\w{0,3}|Sun\s(?:Fire\s)?X\d{4}\w?",
    r"(?i:Raspberry\sPi)\s(?:[2345](?:\sModel\s)?[ABab]?\+?|Zero\s2\sW|Compute\sModule\s\d|CM\d)|CM[345](?:\sDev\sKit)?|RPi\s?[2345]B?|P[iI]\s?[345]B?",
    r"(?:Radxa\s)?R(?:ock|OCK)\s?(?:Pi\s)?[345]\w?|(?i:Rock(?:Pro)?64)|NanoPC[- ]T\d|Orange\sPi\s\d(?:\sPlus)?"
    r"|(?i:Odroid)[- ](?:[A-Z]{1,2}\d\+?)|NanoPi\s\w\d\w?|Khadas\sVIM\d\w?",
    r"(?:NVIDIA\s|Nvidia\s)?Jetson\s(?:AGX\s|Orin\s|Xavier\s)?(?:Nano|Xavier|Orin|TX2|NX)|VisionFive\s\d|Zima(?i:Board)\s\d{3}",
    r"Beelink\s\w{2,6}(?:\s(?:Pro|Max))?|(?i:Minisforum)\s[A-Z]{2,4}-?\d{1,3}\w*(?:\sPro)?|GMKtec\s\w{2,4}",
    r"(?i:Supermicro)(?:\s(?i:servers?))?\s(?:SYS-|AS\s?-)?[1-9]\d{2,3}[A-Z]{1,3}-[A-Z0-9]{2,9}\+?|(?:SYS|AS)-\d{3,4}[A-Z]{1,3}-[A-Z0-9]{2,9}\+?",
    r"(?:Synology\s)?[DR]S\d{3,4}(?:\+|xs\+?)|Synology\s[DR]S\d{3,4}\+?|QNAP\sT\w{1,2}S?-\w{3,8}|(?i:Asustor)\sAS\d{4}\w?|(?i:Terramaster)\s[FTU]\d-\d{3}",
    r"Acer\s(?:Aspire|Nitro|Swift|Predator)\s(?![GF][MA]\d)\w{1,8}(?:-\w{2,4})?|(?i:ASUS)\s(?i:ZenBook|VivoBook)(?:\s[A-Z\d]\w{1,5})?|(?i:ASUS)\sROG\sZephyrus\s\w{2,4}",
    r"Framework\s(?:Laptop\s)?1[36]|Steam\sDeck|System76\s[A-Z]\w+(?:\sPro)?|(?i:Tuxedo)\s[A-Z]\w+\s\d{2}|Surface\s(?:Pro|Laptop|Book|Go)\s\d",
    r"Standard_(?=\w*\d)[A-Z]\w{2,20}|[a-z]\d\w{0,3}\.(?:nano|micro|small|medium|large|\d{0,2}xlarge|metal)|(?:[nc][1-4]d?|e2|m[1-3]|t2d|z3|c3d)-(?:standard|highmem|highcpu)-\d{1,3}"
    r"|Hetzner\s(?:[AES]X|C[AP]?X)\d{2,3}\w?(?:-\w+)?",
)
PRODUCT = compile_later(r"(?<![\w-])(?:" + "|".join(_PRODUCT_NAMES) + r")(?![\w-])")
